import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'vitest';
import { CdktfProject } from '../cdktf/cdktf-project';
import { expectGenuine } from '../cdktf/delivered-bodies';
import { toolchains } from './toolchains';

const program = `
import json
from cdktf import App, Fn, TerraformOutput, TerraformStack, TerraformVariable
from cdktf_provider_svc import SvcFunctions, SvcProvider

app = App()
stack = TerraformStack(app, "signed")
SvcProvider(stack, "svc")
secret = TerraformVariable(stack, "secret", sensitive=True).string_value
with open("bodies.json", encoding="utf-8") as file:
    bodies = json.load(file)
for index, body in enumerate(bodies):
    signature = SvcFunctions.webhook_signature(secret, body)
    genuine = SvcFunctions.verify_webhook_signature(secret, body, signature)
    TerraformOutput(stack, f"signature_{index}", value=Fn.nonsensitive(signature))
    TerraformOutput(stack, f"verified_{index}", value=Fn.nonsensitive(genuine))
app.synth()
`;

it('SvcFunctions sign and verify in Python as receivers do', async context => {
  const secret = randomBytes(24).toString('base64url');
  const project = await CdktfProject.create(
    { TF_VAR_secret: secret },
    { language: 'python', programs: toolchains['python']?.programs },
  );
  const obstacle = await toolchains['python']?.prepare(project, 'cdktf');
  if (obstacle !== undefined) context.skip(obstacle);
  await writeFile(path.join(project.folder, 'main.py'), program);
  await expectGenuine(project, secret);
});
