import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { report } from '../src/report/model';

/** `npm run generate:report-schema`: writes the JSON schema of `report --format json`. */
const schema = { title: 'Report of cdktf-provider-svc', ...z.toJSONSchema(report, { reused: 'ref' }) };
writeFileSync('docs/report.schema.json', `${JSON.stringify(schema, undefined, 2)}\n`);
process.stdout.write('wrote docs/report.schema.json\n');
