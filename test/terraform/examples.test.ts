import { readdirSync, readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { managedObjects } from '../harness/invariants/managed-objects';
import { scenario } from '../harness/scenario';

/** Folders of HCL. Those of other languages, and those that need a backend, have tests of their own. */
const examples = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name === 'main.tf')
  .map(entry => entry.parentPath)
  .filter(folder => !/^ *backend "/m.test(readFileSync(join(folder, 'main.tf'), 'utf8')))
  .sort();

describe('every example in HCL runs unchanged', () => {
  it('is found', () => {
    expect(examples).toEqual(expect.arrayContaining(['examples/hcl', 'examples/provider']));
  });

  it.each(examples)('%s is applied, then planned empty, and destroyed', async folder => {
    const s = await scenario();
    await s.plantSecret('signing_secret');
    // The harness writes these for configurations that do without; an example declares all that it needs itself.
    for (const name of ['provider.tf', 'planted.tf.json']) await rm(join(s.workspace.root, name));
    for (const name of readdirSync(folder)) await cp(join(folder, name), join(s.workspace.root, name));
    const applied = await s.terraform('apply', '-auto-approve', '-no-color');
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    await s.checkInvariants();
    if (managedObjects(s.platform.controls).length === 0) return;
    // Without a provider block, Terraform shows an error of its configuration with each object.
    expect(readFileSync(join(folder, 'main.tf'), 'utf8')).toMatch(/^provider "svc" \{/m);
    expect((await s.terraform('destroy', '-auto-approve', '-no-color')).code).toBe(0);
    expect(managedObjects(s.platform.controls)).toEqual([]);
  });
});
