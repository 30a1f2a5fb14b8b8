import { expect, it } from 'vitest';
import { allowedImports, findForbiddenImports, orderOfFolders } from './import-rules';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

it('the rooms of src import only what the tables allow', () => {
  expect(findForbiddenImports(files)).toEqual([]);
});

it.each([
  ['src/plugin/rpc/read.ts', "import { list } from '../../client/webhooks';"],
  ['src/client/collections/collection.ts', "import type { Value } from '../../plugin/values/value';"],
  ['src/sandbox/store/store.ts', "export * from '../../client/http/transport';"],
  ['src/constructs/index.ts', "const client = await import('../client/catalogue');"],
  ['src/cli/main.ts', "import '../constructs';"],
  ['src/constructs/installation/mirror.ts', "import { App } from 'cdktf'; import '../checks/values';"],
  ['src/provider/main.ts', "type Store = import('../sandbox/store').Store;"],
  ['src/client/collections/collection.ts', "import { scenario } from '../../../test/harness/scenario';"],
  ['src/utilities/text.ts', "import '../client/errors';"],
  ['src/client/http/transport.ts', "import '../client';"],
  ['src/client/elsewhere/a.ts', "import '../http/transport';"],
  ['src/plugin/process/after-handshake.ts', "import { Pool } from 'undici';"],
  ['src/client/collections/collection.ts', "import '@msgpack/msgpack/dist/x';"],
])('%s may not say: %s', (path, text) => {
  expect(findForbiddenImports([{ path, text }])).toHaveLength(1);
});

it.each([
  ['src/plugin/rpc/read.ts', "import { decode } from '../values/decode';"],
  ['src/provider/endpoint.ts', "import { list } from '../client/webhooks'; import '../plugin/define';"],
  ['src/sandbox/routes/webhooks.ts', "import { contract } from '../../client/contract/operations';"],
  ['src/cli/install.ts', "import '../constructs/installation/hosts'; import '../../package.json';"],
  ['src/constructs/delivery/mirror.ts', "import '../installation/registry-hosts'; import 'cdktf';"],
  ['src/cli/sandbox.ts', "import '../sandbox/start'; import { readFile } from 'node:fs/promises';"],
  ['src/client/http/transport.ts', "import { Pool } from 'undici'; import '../errors/error';"],
  ['src/client/errors.ts', "// import '../plugin/define'\nexport const advice = 'import x';"],
])('%s may say: %s', (path, text) => {
  expect(findForbiddenImports([{ path, text }])).toEqual([]);
});

it('the tables name each room, and no folder that is gone', () => {
  const folders = files.flatMap(({ path }) => /^src\/(.+)\/[^/]+$/.exec(path)?.[1] ?? []);
  const rooms = folders.map(folder => folder.split('/')[0] ?? '');
  expect(Object.keys(allowedImports)).toEqual(expect.arrayContaining([...new Set(rooms)]));
  const named = Object.entries(orderOfFolders).flatMap(([room, names]) =>
    names.map(name => (name === '.' ? room : `${room}/${name}`)),
  );
  const all = [...Object.keys(allowedImports), ...named];
  expect(all.filter(name => !folders.some(folder => `${folder}/`.startsWith(`${name}/`)))).toEqual([]);
});
