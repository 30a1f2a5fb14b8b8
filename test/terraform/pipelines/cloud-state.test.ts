import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findTerraform } from '../../../src/cli/terraform-binary';
import { runShell } from './shell-step';
import { startCloud } from './token-endpoint';

const job = z.object({
  before_script: z.array(z.string()),
  id_tokens: z.object({ SVC_STATE_TOKEN: z.object({ aud: z.string() }) }),
});
const pipeline = z
  .object({ '.terraform': job })
  .parse(parse(readFileSync('examples/ci/gitlab/.gitlab-ci.yml', 'utf8')))['.terraform'];
const audience = pipeline.id_tokens.SVC_STATE_TOKEN.aud;
const [login = ''] = pipeline.before_script;

const role = 'arn:aws:iam::000000000000:role/state';
const subject = 'project_path:acme/security:ref_type:branch:ref:main';

const backend = `
terraform {
  backend "s3" {
    bucket                      = "state"
    key                         = "svc.tfstate"
    region                      = "eu-central-1"
    use_path_style              = true
    skip_credentials_validation = true
    skip_requesting_account_id  = true
    skip_metadata_api_check     = true
  }
}
`;

/** A token as GitLab makes for `id_tokens`: a JWT with RS256. */
function tokenFor(aud: string, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 300;
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ aud, sub: subject, exp })}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
}

/** Runs the step of the pipeline, and then a Terraform whose state is in the cloud. */
async function aJob(token: (key: KeyObject) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-cloud-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'infrastructure'));
  await writeFile(join(folder, 'infrastructure', 'main.tf'), backend);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const accessKey = randomBytes(10).toString('hex').toUpperCase();
  const sessionToken = randomBytes(20).toString('hex');
  const cloud = await startCloud({ audience, subject, role, issuerKey: publicKey, accessKey, sessionToken });
  const terraform = await findTerraform({ environment: process.env });
  const ran = await runShell({
    script: `${login}\ncd infrastructure\n'${terraform.path}' init -no-color`,
    folder,
    environment: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      CHECKPOINT_DISABLE: '1',
      SVC_STATE_ROLE: role,
      SVC_STATE_TOKEN: token(privateKey),
      AWS_ENDPOINT_URL_STS: cloud.url,
      AWS_ENDPOINT_URL_S3: cloud.url,
      AWS_MAX_ATTEMPTS: '1',
    },
  });
  return { ...ran, folder, calls: cloud.calls, accessKey, sessionToken };
}

it('the step of GitLab lets Terraform into a state in a cloud, by the signed token of the job', async () => {
  const { code, output, calls, folder, sessionToken } = await aJob(key => tokenFor(audience, key));
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining('has been successfully initialized'),
  });
  expect(calls[0]).toBe('AssumeRoleWithWebIdentity: 200');
  expect(calls.slice(1)).toContain('GET /state: 200');
  expect(output).not.toContain(sessionToken);
  expect(statSync(join(folder, 'state-token')).mode & 0o777).toBe(0o600);
});

it('the token of another audience does not let Terraform in', async () => {
  const { code, calls } = await aJob(key => tokenFor('https://another.example', key));
  expect(code).not.toBe(0);
  expect(new Set(calls)).toEqual(new Set(['AssumeRoleWithWebIdentity: 403']));
});
