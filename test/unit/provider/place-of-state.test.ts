import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseEntry } from '../../../src/provider/creation/journal/entry';
import { identityOf, nameOfProcess } from '../../../src/provider/creation/journal/owner';
import { placeOf } from '../../../src/provider/creation/journal/place';
import { describeRun } from '../../../src/provider/creation/journal/run';
import { parseCommand } from '../../../src/provider/creation/journal/terraform-command';
import { loginScene } from '../client/login-fixture';
import { endpoint, processFor } from './managed-object';

const nameOf = async (pid: number) => nameOfProcess(await identityOf(pid));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-place-'));
});

interface Given {
  readonly environment?: Record<string, string>;
  readonly words?: readonly string[];
  readonly backend?: object;
  readonly account?: readonly string[];
  readonly directory?: string;
  readonly workspace?: string;
  /** Instead of the backend: the text of Terraform's own file. */
  readonly text?: string;
}

const http = (config: object, hash = 0) => ({ backend: { type: 'http', config, hash } });
const local = { backend: { type: 'local', config: {} } };
const remote = http({ address: 'https://s.example/a' });

describe('the place of the state', () => {
  const place = ({ environment = {}, words = ['apply'], account = [], ...given }: Given = {}) => {
    const { backend, directory = folder, workspace = '' } = given;
    const text = backend ? JSON.stringify({ version: 3, backend }) : '';
    writeFileSync(join(folder, 'terraform.tfstate'), given.text ?? text);
    writeFileSync(join(folder, 'environment'), workspace);
    const command = parseCommand(['terraform', ...words], environment);
    return placeOf({ data: folder, directory, environment, command, account });
  };

  it.each<[string, Given, Given]>([
    ['credentials in an address', http({ address: 'https://u:p@s.example/a' }), remote],
    ['a token from -backend-config', http({ address: 'https://s.example/a', password: 'x' }), remote],
    [
      'passwords in two addresses',
      { environment: { PG_CONN_STR: 'postgres://u:p@db/t', TF_HTTP_ADDRESS: 'http://u:p@a' } },
      { environment: { PG_CONN_STR: 'postgres://db/t', TF_HTTP_ADDRESS: 'http://a' } },
    ],
    ['a fresh checkout with a remote state', { ...remote, directory: '/elsewhere' }, remote],
    ['a workspace by name', { environment: { TF_WORKSPACE: 'default' } }, {}],
    ['one by a variable', { workspace: 'dev', environment: { TF_WORKSPACE: 'a' } }, { workspace: 'a\n' }],
    ['a -state by another name', { words: ['apply', '-state=a'] }, { words: ['apply', '-state=./a'] }],
    ['Terraform’s checksum', http({ address: 'a' }, 1), http({ address: 'a' }, 2)],
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
    ['a selected workspace', { workspace: 'dev' }, {}],
    ['a local backend elsewhere', { ...local, directory: '/elsewhere' }, local],
    ['another database', { environment: { PGDATABASE: 'a' } }, { environment: { PGDATABASE: 'b' } }],
    ['a file of a later Terraform', { text: 'not JSON' }, { text: 'nor this' }],
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
    expect(
      placeOf({ data: folder, directory: folder, environment: {}, command: undefined, account: [] }),
    ).toBeUndefined();
  });
});

describe('a command line', () => {
  it.each<[string, Record<string, string>, string]>([
    ['plan', {}, 'plan whole creates normal'],
    ['plan -out=x.tfplan', {}, 'plan whole creates normal'],
    ['plan x', {}, 'plan whole creates normal'],
    ['-chdir=x apply -auto-approve', {}, 'apply whole creates normal'],
    ['-chdir x apply -replace=a.b -var target=1 -parallelism 5', {}, 'apply whole creates normal'],
    ['apply -refresh=true -destroy=false -refresh-only=0', {}, 'apply whole creates normal'],
    ['apply -lock-timeout 5s x.tfplan', {}, 'apply whole creates normal of-plan-file'],
    ['apply -json-into log.json x.tfplan', {}, 'apply whole creates normal of-plan-file'],
    ['plan -target=a.b', {}, 'plan creates normal'],
    ['plan --target a.b', {}, 'plan creates normal'],
    ['plan -target-file=x', {}, 'plan creates normal'],
    ['plan -exclude=a.b', {}, 'plan creates normal'],
    ['plan -exclude-file x', {}, 'plan creates normal'],
    ['apply -invoke action.a.b', {}, 'apply creates normal'],
    ['apply -refresh=false', {}, 'apply creates normal'],
    ['apply -refresh=0', {}, 'apply creates normal'],
    ['apply -refresh-only', {}, 'apply whole refresh-only'],
    ['plan -destroy', {}, 'plan whole destroy'],
    ['apply --destroy=true', {}, 'apply whole destroy'],
    ['destroy', {}, 'destroy whole destroy'],
    ['refresh', {}, 'refresh whole refresh-only'],
    ['import a.b id', {}, 'import normal'],
    ['test', {}, 'test normal'],
    ['plan', { TF_CLI_ARGS: '-target=a.b' }, 'plan creates normal'],
    ['plan', { TF_CLI_ARGS_plan: '"-target=a.b"' }, 'plan creates normal'],
    ['plan', { TF_CLI_ARGS_plan: "-var 'x=1 -target=a' -state='b'" }, 'plan whole creates normal state=b'],
    ['plan', { TF_CLI_ARGS_apply: '-target=a.b' }, 'plan whole creates normal'],
    ['apply -state=a', {}, 'apply whole creates normal state=a'],
    ['apply --state a -state-out=b', {}, 'apply whole creates normal state=a'],
    ['apply -state=a -state=b=c', { TF_CLI_ARGS: '-state=d' }, 'apply whole creates normal state=b=c'],
    ['query -generate-config-out=a', {}, 'query normal'],
    ['', {}, ' normal'],
  ])('%s with %j: %s', (words, environment, expected) => {
    const { name, isWhole, mayCreate, mode, hasPlanFile, stateOption } = parseCommand(
      ['terraform', ...words.split(' ').filter(word => word !== '')],
      environment,
    );
    const facts = [isWhole && 'whole', mayCreate && 'creates', mode, hasPlanFile && 'of-plan-file'];
    const state = stateOption === undefined ? [] : [`state=${stateOption}`];
    expect([name, ...facts.filter(Boolean), ...state].join(' ')).toBe(expected);
  });
});

it('a run is told by its platform and its credential, and by a Terraform that this process can see', async () => {
  const question = { environment: {}, directory: folder, platform: 'https://a.example', credential: 'one' };
  const run = await describeRun(question);
  expect((await describeRun({ ...question, platform: 'https://A.example/' })).place).toBe(run.place);
  expect((await describeRun({ ...question, platform: 'https://b.example' })).place).not.toBe(run.place);
  expect((await describeRun({ ...question, credential: 'two' })).place).not.toBe(run.place);
  expect((await describeRun({ ...question, environment: { TF_DATA_DIR: 'data' } })).place).toBe(run.place);
  expect([run.owner, run.terraform]).toEqual(await Promise.all([process.pid, process.ppid].map(nameOf)));
  const unseen = await describeRun({ ...question, environment: { SVC_TERRAFORM: '999999999' } });
  expect([unseen.place, unseen.command]).toEqual([undefined, undefined]);
});

it('runs with two API keys, and with two logins, leave entries of as many places', async () => {
  const { sandbox, environment, identity, store, logIn } = await loginScene();
  const { apiKeys } = sandbox.controls;
  const { id } = apiKeys.create({ name: 'other', tenant_id: 'ten_acme' });
  const [login, other] = [await logIn(), { ...identity, clientId: 'other' }];
  await store.update(other, async () => ({ ...login, ...other }));
  const logins = [identity, other].map(({ authUrl, clientId }) => {
    return { api_key: null, oauth: { auth_url: authUrl, client_id: clientId } };
  });
  for (const settings of [{}, { api_key: apiKeys.kept(id)?.key ?? null }, ...logins]) {
    const { client } = await processFor(sandbox, { journal_directory: folder, ...settings }, environment);
    await client?.webhooks.create(endpoint, { warn: () => {} });
  }
  const texts = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'));
  expect(new Set(texts.map(text => parseEntry('x', text)?.place)).size).toBe(4);
});
