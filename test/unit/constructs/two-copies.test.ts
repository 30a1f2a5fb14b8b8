import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execaSync } from 'execa';
import { expect, it } from 'vitest';

const program = `
const { App, Aspects, TerraformStack } = require('cdktf');
const { Construct } = require('constructs');
const { ApiKey, SvcPolicy, SvcProvider } = require('cdktf-provider-svc');
const other = require(require.resolve('cdktf', { paths: [require.resolve('cdktf-provider-svc')] })).Aspects;
if (Aspects === other) throw new Error('one copy');
for (const at of ['construct', 'stack', 'App', 'stack, by the other copy']) {
  const app = new App({ outdir: at });
  const stack = new TerraformStack(app, 'stack');
  const construct = new Construct(stack, 'team');
  new SvcProvider(stack, 'svc', { source: 'svc/svc' });
  for (const id of ['key', 'narrowed']) new ApiKey(construct, id, { name: 'key', tenantId: 'ten_1', unrestricted: true });
  const scope = { construct, App: app }[at] ?? stack;
  (at.includes('other') ? other : Aspects).of(scope).add(new SvcPolicy({ forbidUnrestricted: true }));
  const narrow = { unrestricted: false, scopes: ['a:x'] };
  Aspects.of(stack).add({ visit: one => one.node.id === 'narrowed' && Object.assign(one, narrow) });
  try {
    app.synth();
    console.log(at + ': nothing');
  } catch (error) {
    console.log(at + ': ' + error.message.split('\\n').slice(1).join());
  }
}
`;

it('a policy holds in a program with another copy of cdktf and constructs than a linked clone of this package', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-two-copies-'));
  const installed = (part: string) => path.join(folder, 'node_modules', part);
  for (const part of ['cdktf/lib', 'cdktf/package.json', 'constructs'])
    cpSync(path.join('node_modules', part), installed(part), { recursive: true });
  symlinkSync(path.resolve('node_modules/cdktf/node_modules'), installed('cdktf/node_modules'));
  symlinkSync(path.resolve('.'), installed('cdktf-provider-svc'));
  writeFileSync(path.join(folder, 'main.cjs'), program);
  const { stdout } = execaSync('node', ['main.cjs'], { cwd: folder });
  const found = '[stack/team/key] svc_api_key.unrestricted: The key is unrestricted';
  expect(stdout.split('\n')).toEqual(
    ['construct', 'stack', 'App', 'stack, by the other copy'].map(at =>
      expect.stringContaining(`${at}: ${found}`),
    ),
  );
  expect(stdout, 'what a later aspect mends').not.toContain('narrowed');
});
