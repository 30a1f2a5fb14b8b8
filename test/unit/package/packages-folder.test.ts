import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packagesFolder, packagesFolderNamed } from '../../../scripts/package/make-part';

describe('the folder of --into', () => {
  it.each(['', '.', 'dist', 'examples/out', 'dist/provider'])('may not be %j of the clone', name => {
    expect(() => packagesFolderNamed(name)).toThrow(/^--into .* (?:is in the clone|has files)/);
  });

  it('may be new or empty, and not one with files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-into-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(packagesFolderNamed(folder)).toBe(folder);
    expect(packagesFolderNamed(join(folder, 'new'))).toBe(join(folder, 'new'));
    mkdirSync(join(folder, 'mirror'));
    expect(() => packagesFolderNamed(folder)).toThrow(/has files, which were not touched/);
    expect(packagesFolderNamed('dist/packages')).toBe(packagesFolder);
  });
});
