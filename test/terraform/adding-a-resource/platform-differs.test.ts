import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { HouseCopy } from '../../harness/house-copy';
import { differ, differences } from './differences';

const rows = differences();

it('the page has the ten likeliest differences, each with its lines', () => {
  expect(rows.filter(({ what }) => what !== '')).toHaveLength(10);
});

it('a copy with all of them compiles, passes the unit tests of the client, and its objects live with real Terraform', {
  timeout: 1_200_000,
}, async context => {
  if (process.env['SVC_TEST_DIFFERENCES'] !== 'yes')
    return context.skip(
      'it takes minutes; npm run test:all has it, and adding-a-resource.test.ts has the first row',
    );
  const house = new HouseCopy();
  context.onTestFinished(() => house.dispose());
  await house.fill();
  for (const row of rows) await differ(house, row);
  await mkdir(join(house.folder, 'dist'));
  for (const built of ['lib', 'dist/cdktn']) await symlink(resolve(built), join(house.folder, built));
  await house.run('../typescript-7/bin/tsc');
  await house.run('tsx', 'scripts/build.ts');
  const ran = ['test/unit/client/', 'test/terraform/dialects.test.ts'];
  const said = await house.run('vitest', 'run', '--project', 'unit', '--project', 'terraform', ...ran);
  expect(said).toMatch(/Test Files {2}\d+ passed \(/);
});
