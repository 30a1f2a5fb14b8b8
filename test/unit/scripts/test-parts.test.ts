import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skippedLines } from '../../../scripts/test-parts/skipped-tests';
import { terraformProjects } from '../../../scripts/test-parts/terraform-projects.mjs';

describe('the tests that were skipped', () => {
  it('are named under their reason, for each project', () => {
    const [project, other] = ['terraform', 'terraform (tofu 1.12.6)'];
    const note = 'PID namespaces need root here';
    const skipped = [
      { project, name: 'a', note },
      { project, name: 'b', note: undefined },
      { project, name: 'c', note },
      { project: other, name: 'c', note },
    ];
    expect(skippedLines(skipped)).toEqual([
      `SKIPPED: terraform: ${note}\n  a\n  c`,
      'SKIPPED: terraform: its condition is not met\n  b',
      `SKIPPED: terraform (tofu 1.12.6): ${note}\n  c`,
    ]);
  });
});

describe('the project of tests with real Terraform', () => {
  it('is one, for the Terraform that is found, without TERRAFORM_BINARIES', () => {
    expect(terraformProjects('terraform', { TERRAFORM_BINARIES: '' })).toEqual([
      { name: 'terraform', env: {} },
    ]);
  });

  it('is one for each binary in TERRAFORM_BINARIES, and its name has product and version', () => {
    const [terraform, tofu] = [standIn('Terraform v1.15.9'), standIn('OpenTofu v1.12.6')];
    expect(terraformProjects('terraform', { TERRAFORM_BINARIES: `${terraform}${delimiter}${tofu}` })).toEqual(
      [
        { name: 'terraform (terraform 1.15.9)', env: { TERRAFORM_BINARY_NAME: terraform } },
        { name: 'terraform (tofu 1.12.6)', env: { TERRAFORM_BINARY_NAME: tofu } },
      ],
    );
  });

  it('is refused for a path that is no terraform', () => {
    const other = standIn('Python 3.12');
    expect(() => terraformProjects('terraform', { TERRAFORM_BINARIES: other })).toThrow(
      `${other} in TERRAFORM_BINARIES`,
    );
    expect(() => terraformProjects('terraform', { TERRAFORM_BINARIES: '/nowhere/tofu' })).toThrow(
      '/nowhere/tofu',
    );
  });
});

/** A program that says it is this version. */
function standIn(version: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'svc-stand-in-')), 'program');
  writeFileSync(program, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  return program;
}
