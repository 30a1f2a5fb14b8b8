import { describe, expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

/**
 * Two sandboxes stand for two accounts of one hosted service: all loopback addresses count as one platform
 * (`platformOrigin`), and each knows only its own key and objects.
 */
async function twoAccounts(blocks: string, tenantThere = 'ten_acme') {
  const s = await scenario();
  const other = await aSandbox({ seed: { tenants: [{ id: tenantThere, name: 'There' }] } });
  const TF_VAR_signing = await s.plantSecret('signing');
  await s.startFrom(blocks);
  // Of a new object that no read shows, each walk would ask for ten seconds.
  for (const { clock } of [s.platform.controls, other.controls]) await clock.advance(61_000);
  const alive = () =>
    [...s.platform.controls.webhooks.all(), ...s.platform.controls.apiKeys.all()].map(({ id }) => id);
  const ids = alive();
  return {
    s,
    ids,
    alive,
    other: other.controls,
    issuedThere: () => other.controls.requests.count('apiKeys.create'),
    inState: async () => (await s.state()).resources.map(({ values }) => values['id']),
    own: (...words: readonly string[]) => run(s.platform, words),
    there: (...words: readonly string[]) => run(other, words),
  };
  async function run({ url, key: given }: { url: string; key: string }, words: readonly string[]) {
    const account = { SVC_BASE_URL: url, SVC_API_KEY: given, TF_VAR_signing };
    const { code, stdout, stderr } = await s.workspace.run([...words, '-no-color'], account);
    const said = (stdout + stderr).replace(/\n[│╷╵ ]*/g, ' ');
    return {
      code,
      said,
      isTold: said.includes('Object of another account'),
      named: [...said.matchAll(/(\w+) was not there/g)].map(([, id]) => id).sort(),
    };
  }
}

const both = endpoint('a') + key('b');
const rotated = (release: number) =>
  key('b', { more: `rotation = { overlap_days = 7, triggers = { release = "${release}" } }` });

it('with the key of an account that shows no noted tenant, every way out of the state is an error', async () => {
  const { s, ids, inState, alive, own, there, other } = await twoAccounts(both, 'ten_other');
  const { requests, webhooks } = s.platform.controls;
  // The plan of a key lists the tenants, and the apply asks once for both objects.
  expect(requests.count('tenants.list')).toBe(2);
  const replaced = ['svc_webhook_endpoint.a', 'svc_api_key.b'].map(address => `-replace=${address}`);
  await own('plan', '-out=saved.tfplan', ...replaced);
  for (const words of [
    'plan',
    'apply -refresh-only -auto-approve',
    'destroy -auto-approve',
    'destroy -auto-approve -refresh=false',
    'apply saved.tfplan',
  ]) {
    const { code, said, isTold } = await there(...words.split(' '));
    expect([words, code, isTold, (await inState()).sort()]).toEqual([words, 1, true, ids.toSorted()]);
    expect(said).toContain('noted for it: ten_acme, ten_globex. The state is kept.');
  }
  expect(alive()).toEqual(ids);
  other.faults.add({
    operation: 'tenants.list',
    times: Number.POSITIVE_INFINITY,
    effect: { kind: 'status', status: 403 },
  });
  expect(await there('plan')).toMatchObject({ code: 0, isTold: false });
  // The control: one that was deleted by hand leaves the state.
  webhooks.delete(ids[0] ?? '');
  expect(await own('apply', '-refresh-only', '-auto-approve')).toMatchObject({ code: 0, isTold: false });
  expect(await inState()).toEqual([ids[1]]);
});

describe('with the key of another account whose tenants are the same', () => {
  it('`destroy` names each object that leaves the state', async () => {
    const { s, ids, there, inState, alive } = await twoAccounts(both);
    const { code, said, named } = await there('destroy', '-auto-approve');
    expect([code, named, await inState(), alive()]).toEqual([0, ids.toSorted(), [], ids]);
    expect(said).toContain('2 destroyed');
    for (const id of ids) s.disown(id);
  });

  it('a saved plan of a rotation issues nothing, nor does an update change anything', async () => {
    const { s, ids, own, there, inState, issuedThere } = await twoAccounts(endpoint('a') + rotated(1));
    await s.configure(endpoint('a', { event: 'incident.created' }) + rotated(2));
    expect((await own('plan', '-out=saved.tfplan')).code).toBe(0);
    const { code, said } = await there('apply', 'saved.tfplan');
    expect([code, (await inState()).sort(), issuedThere()]).toEqual([1, ids.toSorted(), 0]);
    expect(said.match(/It was deleted, or api_key \(SVC_API_KEY\) is of another account/g)).toHaveLength(2);
    // The cure of the message.
    expect((await own('apply', '-auto-approve')).said).toContain('0 added, 2 changed, 0 destroyed');
    await own('destroy', '-auto-approve');
  });
});
