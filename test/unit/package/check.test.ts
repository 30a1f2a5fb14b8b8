import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { verifyChecksums } from '../../../scripts/package/check/registry';
import { sha256 } from '../../../scripts/package/registry';

function aFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-check-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
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

it.each([
  ['that are right are accepted', { zip: 'x' }, ['zip'], undefined],
  ['of a changed file are refused', { zip: 'y' }, ['zip'], /states other checksums/],
  ['must name every file', { zip: 'x', more: '' }, ['zip', 'more'], /states other checksums/],
  ['must name nothing else', { zip: 'x' }, [], /states other checksums/],
])('the checksums of a registry %s', (_, files, expected, error) => {
  const folder = aFolder({ ...files, SUMS: `${sha256(Buffer.from('x'))}  zip\n` });
  const verify = () => verifyChecksums(folder, 'SUMS', expected);
  if (error === undefined) expect(verify).not.toThrow();
  else expect(verify).toThrow(error);
});
