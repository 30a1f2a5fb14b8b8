import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the packages that this run makes. */
    packages: string;
  }
}

/** Gives all workers of a run one folder for packages, which ends with the run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'));
  project.provide('packages', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
