import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';

function aFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = temporaryFolder(tmpdir(), 'svc-check-test-');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

it('npm does not publish the state that an example has left', () => {
  const left = [
    'terraform.tfstate',
    'terraform.tfstate.backup',
    '.terraform/x',
    'terraform.a.tfstate',
    'a.tfplan',
  ];
  const files = ['main.tf', ...left].map(name => [`examples/hcl/${name}`, '']);
  const manifest = JSON.stringify({ name: 'x', version: '1.0.0', files: ['examples'] });
  const cwd = aFolder({ ...Object.fromEntries(files), 'package.json': manifest });
  cpSync('examples/.npmignore', join(cwd, 'examples/.npmignore'));
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd, encoding: 'utf8' });
  expect(JSON.parse(packed)[0].files.map(({ path }: { path: string }) => path)).toEqual([
    'examples/hcl/main.tf',
    'package.json',
  ]);
});
