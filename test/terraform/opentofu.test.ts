import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { report as reportShape } from '../../src/report/model';
import { scenario } from '../harness/scenario';
import { reporting } from '../harness/scenario/reporting';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { endpoint, key } from './blocks';

const encryption = (passphrase: string) => `
key_provider "pbkdf2" "own" {
  passphrase = "${passphrase}"
  iterations = 200000
}
method "aes_gcm" "own" {
  keys = key_provider.pbkdf2.own
}
state {
  method   = method.aes_gcm.own
  enforced = true
}
plan {
  method   = method.aes_gcm.own
  enforced = true
}
`;

async function needNewTofu(context: TestContext): Promise<void> {
  const { product, version } = await foundTerraform();
  const isOlder = product !== 'tofu' || Number(version.split('.')[1]) < 12;
  context.skip(
    isOlder,
    `this is ${product} ${version}, and the test needs OpenTofu 1.12 or newer; npm run test:all compiles one`,
  );
}

it('a replacement that forgets leaves the former key with what other hands gave it, and the report says so', async context => {
  await needNewTofu(context);
  const s = await scenario();
  const { json } = await reporting(s);
  const forgetting = key('ci', { more: 'lifecycle {\n    destroy = false\n  }' });
  const { state } = await s.apply(forgetting);
  const scopes = ['alerts:read', 'tenants:write'];
  await s.behindTheBack(api => api.apiKeys.update(String(state.resources[0]?.values['id']), { scopes }));
  await s.plan(forgetting.replace('ten_acme', 'ten_north'), { file: 'forgetting.tfplan' });
  const { risks } = await json('forgetting.tfplan');
  const words = risks.map(({ severity, name, sentence }) => `${severity} ${name}: ${sentence.text}`);
  expect(words).toEqual([
    'high tenant-changed: key ci is bound to another tenant: ten_north',
    'high widened-scope: key ci gains tenants:write',
    'high object-forgotten: key ci leaves the state, and goes on working with alerts:read, tenants:write',
    'high drift: key ci has tenants:write on the platform',
    'medium key-rotated: key ci is replaced by another key, and the former one goes on working',
  ]);
  expect(JSON.stringify(risks)).not.toMatch(/Applying (?:restores|revokes)/);
});

it('an encrypted plan is read by the report and applied, and the state is encrypted', async context => {
  await needNewTofu(context);
  const passphrase = { name: 'the passphrase', value: randomBytes(24).toString('hex') };
  const environment = { TF_ENCRYPTION: encryption(passphrase.value) };
  const s = await scenario({ environment });
  await s.plantSecret('signing');
  const { root } = s.workspace;
  await s.startFrom(endpoint('kept'));
  await s.configure(endpoint('kept') + endpoint('a') + key('k'));
  await s.plan(undefined, { file: 'whole.tfplan' });
  for (const file of ['whole.tfplan', 'terraform.tfstate'])
    expect(JSON.parse(await readFile(join(root, file), 'utf8'))).toHaveProperty('encrypted_data');
  const { run } = await reporting(s, [passphrase]);
  // OpenTofu warns of the missing file on standard output, before the JSON.
  const missing = { TF_CLI_CONFIG_FILE: join(root, 'none.tfrc') };
  const ran = await run(['whole.tfplan', '--format', 'json'], { ...environment, ...missing });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const { risks } = reportShape.parse(JSON.parse(ran.stdout));
  expect(risks.map(({ name }) => name)).toEqual(['endpoint-added', 'key-issued']);
  const unread = await run(['whole.tfplan']);
  expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining('`tofu show -json`') });

  const { code } = await s.terraform('apply', '-no-color', '-json-into', 'log.json', 'whole.tfplan');
  expect(code).toBe(0);
  await s.checkInvariants();
});
