import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { CdktfProject } from './cdktf-project';
import { listingShell } from './listing-shell';
import { codeOf, promisesOf } from './listings';

/** Follows the guide of CDK Terrain from its first listing to its last, and expects what their comments promise. */
export async function followGuide(project: CdktfProject): Promise<void> {
  const first = (section: string, language: string) =>
    codeOf('docs/guides/cdk-terrain.md', section, language)[0] ?? '';
  const shell = listingShell(project, 'cdktn');
  await shell.install(first('Install', 'shell'));
  await writeFile(path.join(project.folder, 'cdktf.json'), first('Configure', 'json'));
  await writeFile(path.join(project.folder, 'main.ts'), first('Configure', 'typescript'));
  for (const section of ['Deploy', 'Clean up']) {
    const listing = first(section, 'shell');
    const promises = promisesOf(listing);
    expect(promises.length, section).toBeGreaterThan(0);
    const output = await shell.run(listing);
    for (const promise of promises) expect(output).toContain(promise);
  }
}
