import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';

it('npm does not publish the state that an example has left', () => {
  const cwd = temporaryFolder(tmpdir(), 'svc-check-test-');
  mkdirSync(join(cwd, 'examples/hcl/.terraform'), { recursive: true });
  const left = ['terraform.tfstate', 'terraform.tfstate.backup', '.terraform/x', 'terraform.a.tfstate'];
  for (const name of ['main.tf', 'a.tfplan', ...left]) writeFileSync(join(cwd, 'examples/hcl', name), '');
  const manifest = { name: 'x', version: '1.0.0', files: ['examples'] };
  writeFileSync(join(cwd, 'package.json'), JSON.stringify(manifest));
  cpSync('examples/.npmignore', join(cwd, 'examples/.npmignore'));
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd, encoding: 'utf8' });
  expect(JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path)).toEqual([
    'examples/hcl/main.tf',
    'package.json',
  ]);
});
