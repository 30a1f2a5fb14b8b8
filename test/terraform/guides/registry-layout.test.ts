import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { schemaJson } from '../../../src/plugin/docs/schema-json';
import { svc } from '../../../src/provider';

/** HashiCorp's checker. `npm run test:all` compiles it. */
const program = process.env['SVC_TFPLUGINDOCS'] || undefined;

it('tfplugindocs accepts docs as a registry would', async ({ skip }) => {
  if (program === undefined)
    return skip('SVC_TFPLUGINDOCS names no tfplugindocs; npm run test:all compiles one');
  const work = temporaryFolder(tmpdir(), 'svc-docs-');
  const schema = join(work, 'schema.json');
  // The checker looks for the provider's short name, or below hashicorp.
  await writeFile(schema, JSON.stringify(schemaJson(svc, 'svc')));
  const parameters = ['--provider-name', 'terraform-provider-svc', '--providers-schema', schema];
  const { stdout } = await execa(program, ['validate', '--provider-dir', '.', ...parameters]);
  expect(stdout).toContain('running file checks on docs/resources/api_key.md');
});
