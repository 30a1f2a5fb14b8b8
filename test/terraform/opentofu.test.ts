import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { findTerraform } from '../../src/cli/terraform-binary';
import { report as reportShape } from '../../src/report/model';
import { scenario } from '../harness/scenario';
import { reporting } from '../harness/scenario/reporting';
import { endpoint, key } from './blocks';
import { Ground, last } from './faults/rule-book/ground';

/** Skips a test of something that Terraform, or an older OpenTofu, does not have. */
async function needsTofu(minor: number, context: TestContext): Promise<void> {
  const { product, version } = await findTerraform({ environment: process.env });
  if (product !== 'tofu' || Number(version.split('.')[1]) < minor)
    context.skip(`this is ${product} ${version}, and the test needs OpenTofu 1.${minor} or newer`);
}

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

it('a run that is killed under encryption is continued by one apply of an encrypted plan, which the report reads', async context => {
  await needsTofu(12, context);
  const passphrase = { name: 'the passphrase', value: randomBytes(24).toString('hex') };
  const environment = { TF_ENCRYPTION: encryption(passphrase.value) };
  const ground = await Ground.prepare({ environment });
  const { s } = ground;
  const { root } = s.workspace;
  await s.startFrom(endpoint('kept'));
  await s.configure(
    [endpoint('kept'), endpoint('a'), key('k'), last('svc_webhook_endpoint.a', 'svc_api_key.k')].join(''),
  );
  const ids = await ground.cutOff({ answers: 2 });

  await s.plan(undefined, { file: 'whole.tfplan' });
  for (const file of ['whole.tfplan', 'terraform.tfstate'])
    expect(JSON.parse(await readFile(join(root, file), 'utf8'))).toHaveProperty('encrypted_data');
  const { run } = await reporting(s, [passphrase]);
  // OpenTofu warns of the missing file on standard output, before the JSON.
  const missing = { TF_CLI_CONFIG_FILE: join(root, 'none.tfrc') };
  const ran = await run(['whole.tfplan', '--format', 'json'], { ...environment, ...missing });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  const { risks } = reportShape.parse(JSON.parse(ran.stdout));
  expect(risks.map(({ name }) => name)).toEqual([]);
  const unread = await run(['whole.tfplan']);
  expect(unread).toMatchObject({ code: 1, stderr: expect.stringContaining('`tofu show -json`') });

  await ground.succeed('apply', '-no-color', '-json-into', 'log.json', 'whole.tfplan');
  expect(ground.ids).toHaveLength(4);
  expect(ground.ids).toEqual(expect.arrayContaining(ids.filter(id => id.startsWith('wh_'))));
  await s.checkInvariants();
});

it('destroy = false leaves the former key on the platform, and the report claims no revocation', async context => {
  await needsTofu(12, context);
  const s = await scenario();
  await s.plantSecret('signing');
  const kept = key('kept', { more: 'lifecycle {\n    destroy = false\n  }' });
  await s.apply(kept + endpoint('out'));
  const { json } = await reporting(s);
  const [former] = s.platform.controls.apiKeys.all();

  const plan = await s.plan(kept + endpoint('out', { event: 'incident.created' }), {
    file: 'replaced.tfplan',
    flags: ['-replace=svc_api_key.kept', '-exclude=svc_webhook_endpoint.out'],
  });
  const { risks, changes, notes } = await json('replaced.tfplan');
  expect(risks.map(({ name }) => name)).toEqual(['key-rotated']);
  expect(changes.map(({ sentences }) => sentences.map(({ text }) => text))).toEqual([
    [
      'is replaced by another key, and the former one goes on working',
      expect.stringMatching(/^is issued with/),
    ],
  ]);
  expect(notes.map(({ name }) => name)).toEqual(['incomplete']);

  if (former !== undefined) s.disown(former.id);
  const { code } = await s.terraform('apply', '-no-color', plan.file);
  expect(code).toBe(0);
  expect(s.platform.controls.apiKeys.all()).toHaveLength(2);
  expect(s.platform.controls.requests.count('apiKeys.delete')).toBe(0);
  await s.apply();
  if (former !== undefined) await s.behindTheBack(api => api.apiKeys.delete(former.id));
});
