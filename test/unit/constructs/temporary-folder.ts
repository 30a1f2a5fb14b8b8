import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** cdktf's Testing leaves a folder behind for every app it makes: they all go into one, which goes with the test file. */
const outside = process.env['TMPDIR'];
const folder = mkdtempSync(join(tmpdir(), 'svc-constructs-'));
process.env['TMPDIR'] = folder;

afterAll(() => {
  if (outside === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = outside;
  rmSync(folder, { recursive: true, force: true });
});
