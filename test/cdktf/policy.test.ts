import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/policy.md';
const [program = ''] = codeOf(page, 'In a stack', 'typescript');
const [message = ''] = codeOf(page, 'In a stack', '');
const [acceptance = ''] = codeOf(page, 'Accept a finding', 'typescript');
const [file = ''] = codeOf(page, 'Accept a finding', 'json');
const [rules = ''] = codeOf(page, 'One policy in a file', 'json');
const [fromFile = ''] = codeOf(page, 'One policy in a file', 'typescript');

const [report = ''] = codeOf(page, 'One policy in a file', 'shell');

const end = 'app.synth();\n';

it('docs/policy.md: a finding fails the synthesis, is accepted in stack and plan, and can be a warning', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const project = await CdktfProject.create({ SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key });
  await project.writeProgram(program);
  const refused = await project.synthesize();
  expect(refused.code).not.toBe(0);
  expect(refused.output.replace(/\s+/g, ' ')).toContain(message.trim().replace(/\s+/g, ' '));

  const accepted = program.replace(end, `${acceptance}${end}`);
  const written = path.join(project.stackFolder('security'), 'svc-policy.json');
  await project.writeProgram(accepted);
  succeeded(await project.synthesize());
  expect(JSON.parse(await readFile(written, 'utf8'))).toMatchObject(JSON.parse(file));

  await writeFile(path.join(project.folder, 'policy.json'), rules);
  await writeFile(path.join(project.stackFolder('security'), 'policy.json'), rules);
  succeeded(await project.terraform('security', 'init', '-no-color'));
  succeeded(await project.terraform('security', 'plan', '-no-color', '-out=plan'));
  const reported = await project.run('sh', ['-c', report], project.stackFolder('security'));
  expect(succeeded(reported)).toContain(
    'Reason: `Sealed in the safe of the duty officer, rotated after use.`',
  );
  const gated = report.replace('--stack .', '');
  expect(await project.run('sh', ['-c', gated], project.stackFolder('security'))).toMatchObject({ code: 3 });

  const warning = fromFile.replace("'policy.json'", "'policy.json', 'warn'");
  const another =
    "new ApiKey(stack, 'another', { name: 'another', tenantId: 'ten_acme', unrestricted: true });\n";
  await project.writeProgram(
    accepted.replace(end, `${another}${warning}${end}`).replace(/^Aspects[^;]*;/m, ''),
  );
  const warned = succeeded(await project.cdktf('synth')).replace(/\s+/g, ' ');
  expect(warned).toContain('svc_api_key.unrestricted: The key is unrestricted');
  expect(warned).toContain('security/another');
  const { policies, findings } = JSON.parse(await readFile(written, 'utf8'));
  expect(policies).toMatchObject([{ onViolation: 'warn', rules: { maxKeyAgeDays: 90 } }]);
  expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['forbidUnrestricted', 'maxKeyAgeDays']);
});
