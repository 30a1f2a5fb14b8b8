import { expect, it } from 'vitest';
import { findForbiddenImports } from './import-rules';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

it('the rooms of src import only what the tables allow', () => {
  expect(findForbiddenImports(files)).toEqual([]);
});

it.each([
  ['src/plugin/rpc/read.ts', "import { list } from '../../client/webhooks';"],
  ['src/constructs/index.ts', "const client = await import('../client/catalogue');"],
  ['src/utilities/text.ts', "import '../client/errors';"],
  ['src/client/http/transport.ts', "import '../client';"],
  ['src/client/elsewhere/a.ts', "import '../http/transport';"],
  ['src/plugin/process/after-handshake.ts', "import { Pool } from 'undici';"],
  ['src/client/collections/collection.ts', "import '@msgpack/msgpack/dist/x';"],
])('%s may not say: %s', (path, text) => {
  expect(findForbiddenImports([{ path, text }])).toHaveLength(1);
});
