import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

describe('equal objects of somebody else', () => {
  const both = endpoint('a') + key('k');
  const besideStrangers = async (provider: string) => {
    const ground = await Ground.prepare({ provider });
    const ids = await ground.s.behindTheBack(api => [
      api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
      api.apiKeys.create({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
    ]);
    return { ground, ids };
  };

  it('look_alikes = "warn": a plan names each with its import command, which Terraform does not wrap; once one is imported, the apply creates the other', async () => {
    const { ground, ids } = await besideStrangers('');
    const [endpointId = '', keyId = ''] = ids;
    await ground.s.configure(both);
    const { stdout } = await ground.succeed('plan', '-no-color');
    for (const line of [
      `    terraform import svc_webhook_endpoint.NAME ${endpointId}`,
      `    terraform import svc_api_key.NAME ${keyId}`,
    ])
      expect(stdout).toMatch(new RegExp(`^(?:│ )?${line}$`, 'm'));
    // One list each of endpoints, which the check of the connection has read, keys and tenants.
    expect(ground.controls.requests.count()).toBe(3);
    await ground.succeed('import', '-no-color', 'svc_webhook_endpoint.a', endpointId);
    const said = await ground.applyAlone();
    expect(said.match(/\S+ looks the same/g)).toEqual([`${keyId} looks the same`]);
    expect(ground.ids).toHaveLength(3);
    expect(await ground.warnings()).toEqual([]);
  });

  it('look_alikes = "refuse": beside one, an apply that replaces an object deletes nothing', async () => {
    const ground = await Ground.prepare({ provider: 'look_alikes = "refuse"' });
    await ground.applyAlone(both);
    const ids = await ground.s.behindTheBack(api => [
      api.apiKeys.create({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
    ]);
    const before = ground.ids;
    const flags = ['-no-color', '-auto-approve', '-replace=svc_api_key.k'];
    const refused = await ground.s.terraform('apply', ...flags);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`${ids[0]} looks the same`)]);
    expect(ground.ids).toEqual(before);
    await ground.succeed('apply', '-no-color', '-auto-approve', '-replace=svc_webhook_endpoint.a');
  });
});
