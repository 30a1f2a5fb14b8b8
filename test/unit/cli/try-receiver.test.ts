import { expect, it, vi } from 'vitest';
import { tryReceiverCommand } from '../../../src/cli/try-receiver';
import { tryReceiver } from '../../../src/client/receivers/try-receiver';
import { providerHandlers } from '../../../src/plugin/rpc/handlers';
import { Session } from '../../../src/plugin/rpc/session/session';
import { svc } from '../../../src/provider';
import { startSandbox } from '../../../src/sandbox';
import { receiver, right } from '../../harness/servers/receiver';
import { ofPage, receivers, secret } from '../client/receivers';
import { answerTo } from '../plugin/foreign-codec';
import { encoded, silent } from '../plugin/shelf';
import { commandLine, inProcess } from './command-line';

const environment = { SVC_WEBHOOK_SECRET: secret };

async function invoke(url: string, session = new Session(svc, {}, () => 0, silent)) {
  const request = { action_type: 'svc_webhook_endpoint_test', config: encoded({ url, secret }) };
  const { completed } = (await answerTo(providerHandlers(session), 'InvokeAction', request)) as {
    completed: { diagnostics?: { summary: string; detail: string }[] };
  };
  return completed.diagnostics ?? [];
}

it.for(receivers)('a receiver that %s, tried by command and action', async ([, receives, expected]) => {
  const { url, got } = await receiver(receives);
  const ran = await inProcess(tryReceiverCommand(), [url], environment);
  const said = ran.stdout
    .trim()
    .replaceAll(/^(\S+) +The receiver /gm, '$1 ')
    .split('\n');
  expect(said).toEqual(expected.map(words => expect.stringContaining(words)));
  const isSound = expected.every(words => words.startsWith('ok'));
  expect(ran.error === undefined).toBe(isSound);
  expect(JSON.stringify(ran)).not.toMatch(new RegExp(`${secret}|hook-token`));
  expect(got).toHaveLength(expected.length);
  const failed = said.filter(words => !words.startsWith('ok ')).map(words => words.replace(/^\S+ /, ''));
  const details = (await invoke(url)).map(({ detail }) => detail.replace(/^The receiver /, ''));
  expect(details).toEqual(failed);
  const findings = await tryReceiver({ url, secret }, Date.now());
  expect(findings.map(({ holds }) => holds)).toEqual(
    expected.map(words => ({ o: true, w: false })[words[0] ?? ''] ?? null),
  );
});

it('the command, the action and the sandbox spell the header as the pages do', async () => {
  const sandbox = await startSandbox();
  const { url, got } = await receiver(() => 204);
  await tryReceiver({ url, secret }, Date.now());
  sandbox.controls.webhooks.create({ url, secret, events: ['alert.created'] });
  await sandbox.controls.events.emit({ type: 'alert.created', tenant_id: 'ten_acme' });
  await sandbox.close();
  const isSpelled = ({ names }: { names: readonly string[] }) => names.includes('X-SVC-Signature-256');
  expect(got.map(isSpelled)).toEqual([true, true, true, false, ...Array(7).fill(true)]);
});

it.each([
  ['signed', right('{}', secret), true],
  ['forged', right('{}', 'another'), false],
  ['unsigned', undefined, false],
  ['signed with an empty body', right('', secret), false, ''],
])(
  'the line of docs/testing.md, given an event that is %s, throws nothing',
  async (_, header, is, body = '{}') => {
    expect(!!(await ofPage(body, header))).toBe(is);
  },
);

it('the first late answer ends the run', async () => {
  const { timeout } = AbortSignal;
  const waits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(time => timeout.call(AbortSignal, time / 10));
  const { url, got } = await receiver((body, header) =>
    header === undefined ? new Promise(() => {}) : header === right(body, secret) ? 204 : 401,
  );
  const findings = await tryReceiver({ url, secret }, Date.now());
  expect(findings.at(-1)?.says).toContain('did not answer an event without a signature within 10 seconds');
  expect([findings.length, got.length]).toEqual([4, 4]);
  expect(waits).toHaveBeenCalledWith(10_000);
});

it('as a process, the command prints JSON, and says where the secret ends with a line break', async () => {
  const given = `${secret}\n`;
  const { url } = await receiver((body, header) => (header === right(body, given) ? 204 : 401));
  const { run } = await commandLine({ SVC_WEBHOOK_SECRET: given });
  const { code, stdout, stderr } = await run(['try-receiver', url, '--json']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('ends with a line break or a blank')]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, findings: { length: 10 } });
});

it.each([
  ['a wrong address', 'http://hooks.example.com/', 'must use https'],
  ['no secret and no terminal to ask', 'https://hooks.example.com/', 'SVC_WEBHOOK_SECRET'],
])('%s is an error that says what to do', async (_, url, words) => {
  expect((await inProcess(tryReceiverCommand(), [url], { SVC_WEBHOOK_SECRET: '' })).error).toContain(words);
});

it('an interrupt ends the wait of the action', async () => {
  const session = new Session(svc, {}, () => 0, silent);
  const { url } = await receiver(() => void session.stop());
  const detail = expect.stringContaining('interrupted before the receiver answered');
  expect(await invoke(url, session)).toEqual([
    expect.objectContaining({ summary: 'The receiver was not reached', detail }),
  ]);
});
