import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { terraformOrPinned } from '../../../scripts/pinned-terraform';
import { findTerraform, productOf, withoutNotices } from '../../../src/cli/terraform-binary';

it('notices of any length before the JSON are left out', () => {
  const notice = '\r'.repeat(1_000_000);
  expect(withoutNotices(`${notice}\n{}`)).toBe('{}');
  expect(withoutNotices(notice)).toBe(notice);
});

describe('the Terraform that commands run', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-binary-'));
    vi.stubEnv('PATH', folder).stubEnv('TERRAFORM_BINARY_NAME', undefined);
  });

  async function program(name: string, firstLine: string): Promise<string> {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\necho '${firstLine}'\n`, { mode: 0o755 });
    return path;
  }
  const named = (name: string) => {
    vi.stubEnv('TERRAFORM_BINARY_NAME', name);
    return findTerraform();
  };

  it('is the one that TERRAFORM_BINARY_NAME names, by path or by name, and no other', async () => {
    await program('terraform', 'Terraform v1.11.4');
    const path = await program('other', 'OpenTofu v1.12.6');
    const expected = { path, product: 'tofu', version: '1.12.6' };
    expect(await named(path)).toEqual(expected);
    expect(await named('other')).toEqual(expected);
    await expect(named('terrafrom')).rejects.toThrow(/is "terrafrom", and no such program exists/);
  });

  it('is terraform before tofu on PATH, and tofu without terraform', async () => {
    const tofu = await program('tofu', 'OpenTofu v1.12.6');
    expect(await named('')).toMatchObject({ path: tofu, product: 'tofu' });
    const terraform = await program('terraform', 'Terraform v1.11.4');
    expect(await findTerraform()).toMatchObject({ path: terraform, product: 'terraform' });
    // Terraform cannot read an encrypted plan or state.
    expect(await findTerraform('tofu')).toMatchObject({ path: tofu });
  });

  it.each([
    ['registry.opentofu.org', 'tofu'],
    ['registry.terraform.io', 'terraform'],
    [undefined, 'terraform'],
  ])('fits a folder whose providers are of %s: %s', async (host, product) => {
    await program('tofu', 'OpenTofu v1.12.6');
    await program('terraform', 'Terraform v1.11.4');
    const lock = `provider "${host}/svc/svc" {\n  version = "0.1.0"\n}\n`;
    if (host !== undefined) await writeFile(join(folder, '.terraform.lock.hcl'), lock);
    expect(await findTerraform(productOf(folder))).toMatchObject({ product, path: join(folder, product) });
  });

  it('is never that of a folder without its full path on PATH: a checkout could bring one', async () => {
    await program('terraform', 'Terraform v9.9.9');
    vi.stubEnv('PATH', relative(process.cwd(), folder));
    await expect(findTerraform()).rejects.toThrow('is on PATH');
  });

  it('is missing on a machine without one: no command downloads any, and the scripts of a clone a pinned one', async () => {
    await expect(findTerraform()).rejects.toThrow(/neither terraform nor tofu is on PATH. Install Terraform/);
    const path = await program('cache/terraform-v1.16.4', 'Terraform v1.16.4');
    const lines: string[] = [];
    const found = await terraformOrPinned(
      line => lines.push(line),
      async () => path,
    );
    expect(found).toMatchObject({ path, version: '1.16.4' });
    expect(lines).toEqual([expect.stringContaining('downloading')]);
    await program('terraform', 'hello');
    await expect(terraformOrPinned(line => lines.push(line))).rejects.toThrow('does not answer `version`');
  });
});
