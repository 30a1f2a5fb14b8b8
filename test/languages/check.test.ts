import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { run, succeeded } from '../cdktf/run';

it('the npm package, the wheel and the mirror work in an empty folder', async () => {
  const folder = temporaryFolder(tmpdir(), 'svc-checked-');
  const chosen = ['--only', 'cdktf/js,cdktf/python,mirror', '--into', folder, '--check'];
  const parameters = ['--import', 'tsx', 'scripts/package.ts', ...chosen];
  const output = succeeded(await run(process.execPath, parameters, { cwd: '.', environment: {} }));
  for (const part of ['cdktf/js', 'cdktf/python', 'mirror'])
    expect(output).toMatch(new RegExp(`^${part}: (?:works in an empty folder|right as far as)`, 'm'));
});
