import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

const lists = ['webhooks.list', 'apiKeys.list'] as const;
const theirs = { url: 'https://receiver.example/b', events: ['alert.created'] };

it('a list that fails: plan and apply say once for each kind that nothing was compared, and go on; a later create reads it again', async () => {
  const ground = await Ground.prepare({ provider: 'max_retries = 0' });
  const { s, controls } = ground;
  const { id } = await s.behindTheBack(({ webhooks }) => webhooks.create(theirs));
  const fail = (times: number) =>
    lists.map(operation =>
      controls.faults.add({ operation, times, effect: { kind: 'status', status: 503 } }),
    );
  fail(Number.POSITIVE_INFINITY);
  const after = endpoint('b').replace('{\n', '{\n  depends_on = [svc_webhook_endpoint.a]\n');
  await s.configure(endpoint('a') + key('a') + key('c') + after);
  await ground.succeed('plan', '-out=a.tfplan');
  const said = (await ground.warnings()).map(words => words.split('\n')[0]);
  expect(said.toSorted()).toEqual([
    'API key: not compared with all that exist',
    'Webhook endpoint: not compared with all that exist',
  ]);
  controls.faults.clear();
  // One for the check of the connection, one for the first create.
  fail(2);
  const { stdout } = await ground.succeed('apply', '-no-color', '-parallelism=1', 'a.tfplan');
  expect(stdout.match(/Warning: .*/g)?.toSorted()).toEqual([
    'Warning: API key: not compared with all that exist',
    `Warning: Webhook endpoint ${id} was there before`,
    'Warning: Webhook endpoint: not compared with all that exist',
  ]);
  controls.faults.clear();
  await s.checkInvariants();
});
