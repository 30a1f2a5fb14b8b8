import { readdirSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { managedObjects } from '../harness/managed-objects';
import { scenario } from '../harness/scenario';

/** Folders of HCL; those of other languages have tests of their own. */
const examples = readdirSync('examples', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name === 'main.tf')
  .map(entry => entry.parentPath)
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
    const { next } = await s.apply();
    expect(next.isEmpty).toBe(true);
    await s.destroy();
    expect(managedObjects(s.platform.controls)).toEqual([]);
  });
});
