import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

interface Given {
  readonly environment?: Record<string, string>;
  readonly words?: readonly string[];
  readonly backend?: object;
  readonly account?: readonly string[];
  readonly directory?: string;
}

const http = (config: object) => ({ backend: { type: 'http', config } });
const remote = http({ address: 'https://s.example/a' });

describe('the place of the state', () => {
  const place = ({ environment = {}, words = ['apply'], backend, account = [], directory }: Given = {}) => {
    const file = join(folder, 'terraform.tfstate');
    if (backend) writeFileSync(file, JSON.stringify({ version: 3, backend }));
    else rmSync(file, { force: true });
    const command = parseCommand(['terraform', ...words], environment);
    return placeOf({ data: folder, directory: directory ?? folder, environment, command, account });
  };

  it.each<[string, Given, Given]>([
    ['credentials in an address', http({ address: 'https://u:p@s.example/a' }), remote],
    ['a token from -backend-config', http({ address: 'https://s.example/a', password: 'x' }), remote],
    [
      'a password in a connection string',
      { environment: { PG_CONN_STR: 'postgres://u:p@db/t' } },
      { environment: { PG_CONN_STR: 'postgres://db/t' } },
    ],
    ['a fresh checkout with a remote state', { ...remote, directory: '/elsewhere' }, remote],
    ['a workspace by name', { environment: { TF_WORKSPACE: 'default' } }, {}],
  ])('is the same for %s', (_, one, other) => {
    expect(place(one)).toBeDefined();
    expect(place(one)).toBe(place(other));
  });

  it.each<[string, Given, Given]>([
    ['another address', remote, http({ address: 'https://s.example/b' })],
    [
      'another address of the environment',
      { ...http({}), environment: { TF_HTTP_ADDRESS: 'https://s.example/a' } },
      { ...http({}), environment: { TF_HTTP_ADDRESS: 'https://s.example/b' } },
    ],
    ['another workspace', { environment: { TF_WORKSPACE: 'dev' } }, {}],
    ['another -state', { words: ['apply', '-state=a'] }, { words: ['apply', '-state', 'b'] }],
    ['another backend', remote, {}],
    ['another folder of a local state', { directory: '/elsewhere' }, {}],
    ['another platform or credential', { account: ['https://b.example'] }, {}],
    ['terraform test', { words: ['test'] }, {}],
  ])('differs for %s', (_, one, other) => {
    expect(place(one)).toBeDefined();
    expect(place(one)).not.toBe(place(other));
  });

  it('is unknown if the system does not tell the command', () => {
    const command = undefined;
    expect(
      placeOf({ data: folder, directory: folder, environment: {}, command, account: [] }),
    ).toBeUndefined();
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
    expect(parseCommand(['terraform', ...words], environment).isWhole).toBe(isWhole);
  });

  it.each<[readonly string[], boolean]>([
    [['plan', '-out=x.tfplan'], false],
    [['apply', '-lock-timeout', '5s', 'x.tfplan'], true],
    [['apply', '-json-into', 'log.json', 'x.tfplan'], true],
    [['apply', '-var', 'a=b'], false],
  ])('%j applies a saved plan: %s', (words, hasPlanFile) => {
    expect(parseCommand(['terraform', ...words], {}).hasPlanFile).toBe(hasPlanFile);
  });
});
