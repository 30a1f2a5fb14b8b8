import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeOf } from '../../../src/provider/creation/journal/place';
import { parseCommand } from '../../../src/provider/creation/journal/terraform-command';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-place-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the place of the state', () => {
  const place = (
    given: {
      environment?: Record<string, string>;
      words?: readonly string[];
      backend?: object;
      started?: number;
    } = {},
  ) => {
    const { environment = {}, words = ['apply'], backend, started = Date.now() + 60_000 } = given;
    const file = join(folder, 'terraform.tfstate');
    if (backend) writeFileSync(file, JSON.stringify({ version: 3, backend }));
    else rmSync(file, { force: true });
    const command = parseCommand(['terraform', ...words], environment, folder);
    return placeOf({ data: folder, directory: folder, environment, command, started }).digest;
  };
  const http = (config: object) => ({ type: 'http', config });

  it.each<[string, Parameters<typeof place>[0], Parameters<typeof place>[0]]>([
    [
      'credentials in an address',
      { backend: http({ address: 'https://u:p@s.example/a' }) },
      { backend: http({ address: 'https://s.example/a' }) },
    ],
    [
      'a token from -backend-config',
      { backend: http({ address: 'https://s.example/a', password: 'x' }) },
      { backend: http({ address: 'https://s.example/a' }) },
    ],
    [
      'an address from the environment',
      { backend: http({}), environment: { TF_HTTP_ADDRESS: 'https://s.example/a' } },
      { backend: http({ address: 'https://s.example/a' }) },
    ],
    [
      'a password in a connection string',
      { backend: { type: 'pg', config: {} }, environment: { PG_CONN_STR: 'postgres://u:p@db/t' } },
      { backend: { type: 'pg', config: { conn_str: 'postgres://db/t' } } },
    ],
    ['a workspace by name', { environment: { TF_WORKSPACE: 'default' } }, {}],
  ])('is the same for %s', (_, one, other) => {
    expect(place(one)).toBeDefined();
    expect(place(one)).toBe(place(other));
  });

  it.each<[string, Parameters<typeof place>[0], Parameters<typeof place>[0]]>([
    [
      'another address',
      { backend: http({ address: 'https://s.example/a' }) },
      { backend: http({ address: 'https://s.example/b' }) },
    ],
    [
      'another address of the environment',
      { backend: http({}), environment: { TF_HTTP_ADDRESS: 'https://s.example/a' } },
      { backend: http({}), environment: { TF_HTTP_ADDRESS: 'https://s.example/b' } },
    ],
    ['another workspace', { environment: { TF_WORKSPACE: 'dev' } }, {}],
    ['another -state', { words: ['apply', '-state=a'] }, { words: ['apply', '-state', 'b'] }],
    ['another backend', { backend: http({ address: 'https://s.example/a' }) }, {}],
  ])('differs for %s', (_, one, other) => {
    expect(place(one)).toBeDefined();
    expect(place(one)).not.toBe(place(other));
  });

  it.each<[string, Parameters<typeof place>[0]]>([
    ['of an unknown backend', { backend: { type: 'made-up', config: {} } }],
    ['of terraform test', { words: ['test'] }],
    [
      'that was initialized anew while Terraform ran',
      { backend: http({ address: 'https://s.example/a' }), started: Date.now() - 60_000 },
    ],
  ])('%s cannot be told', (_, given) => {
    expect(place(given)).toBeUndefined();
  });

  it('is unknown if a workspace was selected while Terraform ran', () => {
    const file = join(folder, 'environment');
    writeFileSync(file, 'dev');
    utimesSync(file, new Date(), new Date(Date.now() - 120_000));
    expect(place({ started: Date.now() - 60_000 })).toBeDefined();
    utimesSync(file, new Date(), new Date());
    expect(place({ started: Date.now() - 60_000 })).toBeUndefined();
  });
});

describe('a command line', () => {
  it.each<[readonly string[], Record<string, string>, boolean]>([
    [['plan'], {}, true],
    [['-chdir=x', 'apply', '-auto-approve'], {}, true],
    [['apply', '-replace=a.b', '-var', 'target=1'], {}, true],
    [['plan', '-target=a.b'], {}, false],
    [['plan', '-target', 'a.b'], {}, false],
    [['plan', '-exclude=a.b'], {}, false],
    [['apply', '-invoke', 'action.a.b'], {}, false],
    [['apply', '-refresh=false'], {}, false],
    [['apply', '-refresh=true'], {}, true],
    [['plan'], { TF_CLI_ARGS: '-target=a.b' }, false],
    [['plan'], { TF_CLI_ARGS_plan: '"-target=a.b"' }, false],
    [['plan'], { TF_CLI_ARGS_apply: '-target=a.b' }, true],
    [['import', 'a.b', 'id'], {}, false],
    [['test'], {}, false],
  ])('%j with %j is whole: %s', (words, environment, isWhole) => {
    expect(parseCommand(['terraform', ...words], environment, folder).isWhole).toBe(isWhole);
  });

  it.each<[readonly string[], string | undefined]>([
    [['plan', '-out=x.tfplan'], 'x.tfplan'],
    [['plan', '-out', 'x.tfplan'], 'x.tfplan'],
    [['apply', '-lock-timeout', '5s', 'x.tfplan'], 'x.tfplan'],
    [['apply', '-json-into', 'log.json', 'x.tfplan'], 'x.tfplan'],
    [['apply', '-var', 'a=b'], undefined],
  ])('%j names the plan %s', (words, file) => {
    const expected = file && join(folder, file);
    expect(parseCommand(['terraform', ...words], {}, folder).planFile).toBe(expected);
  });
});
