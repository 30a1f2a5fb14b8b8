import { expect, it } from 'vitest';
import { run, succeeded } from '../cdktf/run';

it('the npm package and the mirror work in an empty folder, in which the clone cannot be read', async () => {
  const parameters = ['--import', 'tsx', 'scripts/package.ts', '--only', 'cdktf/js,mirror', '--check'];
  const output = succeeded(await run(process.execPath, parameters, { cwd: '.', environment: {} }));
  for (const part of ['cdktf/js', 'mirror'])
    expect(output).toMatch(new RegExp(`^${part} +(?:works in an empty folder|right as far as)`, 'm'));
});
