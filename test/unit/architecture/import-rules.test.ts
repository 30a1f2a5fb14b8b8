import { describe, expect, it } from 'vitest';
import { allowedImports, findForbiddenImports } from './import-rules';
import { repositoryFiles } from './source-file';

const offencesOf = (path: string, text: string) =>
  findForbiddenImports([{ path, text }]).map(finding => finding.offence);

describe('the folders of src', () => {
  it('import only what the table allows', () => {
    expect(findForbiddenImports(repositoryFiles())).toEqual([]);
  });

  it.each([
    ['src/plugin/rpc/read.ts', "import { list } from '../../client/webhooks';"],
    ['src/client/collections/collection.ts', "import type { Value } from '../../plugin/values/value';"],
    ['src/sandbox/store/store.ts', "export * from '../../client/http/transport';"],
    ['src/constructs/index.ts', "const client = await import('../client/catalogue');"],
    ['src/cli/main.ts', "import '../constructs';"],
    ['src/cli/install.ts', "import '../constructs/delivery/mirror';"],
    ['src/constructs/installation/mirror.ts', "import { App } from 'cdktf';"],
    ['src/constructs/installation/mirror.ts', "import { isRecord } from '../checks/values';"],
    ['src/constructs/policy/rules/judge.ts', "import type { Finding } from '../findings';"],
    ['src/report/make-report.ts', "import '../constructs/policy/enforce';"],
    ['src/provider/main.ts', "type Store = import('../sandbox/store').Store;"],
    ['src/client/collections/collection.ts', "import { scenario } from '../../../test/harness/scenario';"],
    ['src/files/replace-file.ts', "import { shellWord } from '../client';"],
    ['src/utilities/text.ts', "import '../client/errors';"],
  ])('%s may not say: %s', (path, text) => {
    expect(offencesOf(path, text)).toHaveLength(1);
  });

  it.each([
    ['src/plugin/rpc/read.ts', "import { decode } from '../values/decode';"],
    [
      'src/provider/webhook-endpoint.ts',
      "import { list } from '../client/webhooks'; import '../plugin/define';",
    ],
    ['src/sandbox/routes/webhooks.ts', "import { contract } from '../../client/contract/operations';"],
    ['src/client/oauth/login-store.ts', "import { replaceFile } from '../../files/replace-file';"],
    ['src/constructs/webhook-endpoint.ts', "import './gen/webhook-endpoint';"],
    ['src/cli/install.ts', "import '../constructs/installation/registry-hosts';"],
    ['src/report/make-report.ts', "import '../constructs/policy/rules/judge';"],
    ['src/constructs/delivery/mirror.ts', "import '../installation/registry-hosts'; import 'cdktf';"],
    ['src/cli/sandbox.ts', "import '../sandbox/start'; import { readFile } from 'node:fs/promises';"],
  ])('%s may say: %s', (path, text) => {
    expect(offencesOf(path, text)).toEqual([]);
  });

  it('use packages only in their own folder', () => {
    expect(
      offencesOf('src/plugin/process/after-handshake.ts', "import { Pool } from 'undici';"),
    ).toHaveLength(1);
    expect(
      offencesOf('src/client/collections/collection.ts', "import '@msgpack/msgpack/dist/x';"),
    ).toHaveLength(1);
    expect(offencesOf('src/client/http/transport.ts', "import { Pool } from 'undici';")).toEqual([]);
  });

  it('read a file by its imports, not by what its comments and strings say', () => {
    const text = "// import '../plugin/define'\nexport const advice = \"import '../plugin/define'\";";
    expect(offencesOf('src/client/errors.ts', text)).toEqual([]);
  });

  it('are all in the table', () => {
    const rooms = repositoryFiles().flatMap(({ path }) => /^src\/([^/]+)\//.exec(path)?.[1] ?? []);
    expect(Object.keys(allowedImports)).toEqual(expect.arrayContaining([...new Set(rooms)]));
  });
});
