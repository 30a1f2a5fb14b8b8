import { describe, expect, it } from 'vitest';
import { firstLine, intentLine, unseenLine } from '../../../src/provider/creation/journal/entry';
import { thisProcess } from '../../../src/provider/creation/journal/owner';
import {
  looksAtAll,
  type TerraformRun,
  terraformRun,
} from '../../../src/provider/creation/journal/terraform-run';
import { endpoint, endpointIntent, scene, step } from './creation-fixture';

const run = (name: string, changes: Partial<TerraformRun> = {}): TerraformRun => ({
  name,
  looksAtAll: true,
  isThere: () => true,
  ...changes,
});
const answered = (id: string, ...more: readonly string[]) => [step('made', id), step('answering'), ...more];
const twice = [unseenLine(1, 'r1'), unseenLine(1, 'r2')];

/** A platform with one endpoint, whose creation was answered, and heard. */
async function lostScene(...more: readonly string[]) {
  const s = await scene();
  const { id } = s.sandbox.controls.webhooks.create(endpoint);
  await s.leave('svc_webhook_endpoint', {}, ...answered(id, ...more));
  const walk = async (of: TerraformRun | undefined) => {
    const { platform, warnings } = await s.provider(of);
    platform.walked();
    return warnings;
  };
  return { ...s, id, walk, isInNoState: [expect.stringContaining(`Webhook endpoint ${id} is in no state`)] };
}

describe('a creation that was answered, and that no walk sees', () => {
  it('is warned of from the third run on', async () => {
    const s = await lostScene();
    expect(await s.walk(run('r1'))).toEqual([]);
    expect(await s.walk(run('r2'))).toEqual([]);
    expect(await s.walk(run('r3'))).toEqual(s.isInNoState);
    expect(await s.walk(run('r4'))).toEqual(s.isInNoState);
  });

  it.each<[string, TerraformRun | undefined]>([
    ['a run that leaves objects out', run('r2', { looksAtAll: false })],
    ['a Terraform that was lost on the way', run('r2', { isThere: () => false })],
    ['a second walk of the same run', run('r1')],
    ['a Terraform that cannot be asked after', undefined],
  ])('%s does not count', async (_, second) => {
    const s = await lostScene(unseenLine(1, 'r1'));
    const before = s.journal();
    await s.walk(second);
    expect(s.journal()).toBe(before);
  });

  it('does not count while its creator lives: it may be seen in the next walk', async () => {
    const s = await lostScene();
    s.write(firstLine(await thisProcess()) + intentLine(1, endpointIntent) + answered(s.id).join(''));
    const before = s.journal();
    await s.walk(run('r1'));
    expect(s.journal()).toBe(before);
  });

  it('does not count where the states are kept in another place by now', async () => {
    const s = await lostScene();
    const backend = { type: 'http', config: { address: 'https://states.example/other' } };
    s.keepStatesIn(backend);
    const before = s.journal();
    await s.walk(run('r1'));
    expect(s.journal()).toBe(before);
  });

  it('is settled when the platform does not have it any more', async () => {
    const s = await lostScene(...twice);
    s.sandbox.controls.webhooks.delete(s.id);
    expect(await s.walk(run('r3'))).toEqual([]);
    expect(s.journals()).toEqual([]);
  });

  it('is warned of when the platform does not tell', async () => {
    const s = await lostScene(...twice);
    s.sandbox.controls.faults.add({
      effect: { kind: 'status', status: 403 },
      times: Number.POSITIVE_INFINITY,
    });
    expect(await s.walk(run('r3'))).toEqual(s.isInNoState);
  });

  it('is counted anew after an import, whose state may be lost as well', async () => {
    const s = await lostScene(...twice);
    const { platform } = await s.provider(run('import'));
    platform.beingImported('svc_webhook_endpoint', s.id);
    platform.walked();
    expect(await s.walk(run('r4'))).toEqual([]);
    expect(await s.walk(run('r5'))).toEqual([]);
    expect(await s.walk(run('r6'))).toEqual(s.isInNoState);
  });

  it('is settled by the first state that shows it, whatever was counted', async () => {
    const s = await lostScene(...twice);
    const { platform } = await s.provider(run('r3'));
    platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: s.id, values: () => endpoint });
    platform.walked();
    expect(s.journals()).toEqual([]);
  });

  it('is left alone when another process settles it in the meantime', async () => {
    const s = await lostScene();
    const [first, second] = [await s.provider(run('r1')), await s.provider(run('r1'))];
    second.platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: s.id, values: () => endpoint });
    first.platform.walked();
    expect(s.journals()).toEqual([]);
  });
});

describe('a run of Terraform', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['plan', {}, true],
    ['-chdir=infra apply -auto-approve -refresh=false', {}, true],
    ['destroy -no-color', {}, true],
    ['plan -replace=svc_webhook_endpoint.a', {}, true],
    ['plan -target=svc_webhook_endpoint.a', {}, false],
    ['apply --target svc_webhook_endpoint.a', {}, false],
    ['plan -exclude=svc_webhook_endpoint.a', {}, false],
    ['plan -state=other.tfstate', {}, false],
    ['import svc_webhook_endpoint.a wh_1', {}, false],
    ['console', {}, false],
    ['test', {}, false],
    ['plan', { TF_CLI_ARGS_plan: '-no-color "-target=module.a"' }, false],
    ['plan', { TF_CLI_ARGS: '-target module.a' }, false],
    ['plan', { TF_CLI_ARGS_apply: '-target module.a' }, true],
  ])('`terraform %s` with %j looks at all: %s', (command, environment, whole) => {
    expect(looksAtAll(['terraform', ...command.split(' ')], environment)).toBe(whole);
  });

  it('is the process that started this one', async () => {
    const ours = await terraformRun({});
    expect(ours?.name).toMatch(new RegExp(`^${process.ppid}-\\S+`));
    expect(ours?.isThere()).toBe(true);
    expect(ours?.looksAtAll).toBe(false);
  });
});
