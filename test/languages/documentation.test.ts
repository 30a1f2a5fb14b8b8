import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesBelow } from '../../scripts/ready/products.mjs';
import { unzipped } from '../harness/secrets/unzipped';
import { madePart } from './made-parts';

it.each(['cdktf', 'cdktn'])(
  'the documentation of the wheel for %s is the short text, without TypeScript',
  async cdk => {
    const [wheel = ''] = filesBelow(await madePart(`${cdk}/python`));
    const files = unzipped(readFileSync(wheel));
    const module = files.get(`${cdk}_provider_svc/__init__.py`)?.toString() ?? '';
    const [metadata] = [...files].flatMap(([name, content]) =>
      name.endsWith('METADATA') ? [`${content}`] : [],
    );
    for (const text of [module, metadata]) {
      expect(text).toContain(`# ${cdk}-provider-svc\n\nInfrastructure as code`);
      expect(text).not.toMatch(/^(?:```|import \{|new )/m);
    }
  },
);
