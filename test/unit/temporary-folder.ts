import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/**
 * Vitest runs this setup file before each unit test file. cdktf's Testing leaves a folder behind for every app: each test
 * file collects them in one temporary folder and removes it at the end.
 */
const outside = process.env['TMPDIR'];
const folder = mkdtempSync(join(tmpdir(), 'svc-unit-'));
process.env['TMPDIR'] = folder;

afterAll(() => {
  if (outside === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = outside;
  rmSync(folder, { recursive: true, force: true });
});
