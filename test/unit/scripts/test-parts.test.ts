import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../scripts/test-parts/parts';
import { chosenParts, type Part, runParts } from '../../../scripts/test-parts/run-parts';
import { skippedLines } from '../../../scripts/test-parts/skipped-tests';
import { terraformProjects } from '../../../scripts/test-parts/terraform-projects.mjs';

const part = (name: string, missing?: string): Part => ({ name, command: [`${name}.ts`], missing });

async function run(
  parts: readonly Part[],
  { minutes, failing }: { minutes?: number; failing?: string } = {},
) {
  const ran: string[] = [];
  const said: string[] = [];
  const tally = await runParts(parts, {
    run: async ({ name }) => {
      ran.push(name);
      return { passed: 3, failed: name === failing ? 1 : 0, skipped: 0 };
    },
    say: line => said.push(line),
    // Each part takes ten minutes.
    elapsed: () => ran.length * 10,
    minutes,
  });
  return { ran, said: said.join('\n'), tally };
}

describe('npm run test:all', () => {
  it('runs the other parts if one fails, and adds up', async () => {
    const { ran, tally } = await run([part('one'), part('two')], { failing: 'one' });
    expect({ ran, tally }).toEqual({ ran: ['one', 'two'], tally: { passed: 6, failed: 1, skipped: 0 } });
  });

  it('begins no part when its time is over, and says which it leaves out', async () => {
    const { ran, said, tally } = await run([part('one'), part('two'), part('three')], { minutes: 20 });
    expect(ran).toEqual(['one', 'two']);
    expect(said).toContain('SKIPPED: three. 20 minutes are over.');
    expect(tally).toEqual({ passed: 6, failed: 0, skipped: 1 });
  });

  it('says why a part cannot be run here', async () => {
    const { ran, said } = await run([part('one', 'it needs a network'), part('two')]);
    expect(ran).toEqual(['two']);
    expect(said).toContain('SKIPPED: one. it needs a network.');
  });

  it('runs the parts of --only, and refuses a name that it does not know', () => {
    const parts = partsOf({});
    expect(chosenParts(parts, 'soak,nodes').map(({ name }) => name)).toEqual(['nodes', 'soak']);
    expect(() => chosenParts(parts, 'nodes,sock')).toThrow(
      /Unknown part: sock\. Known are suite, binaries, nodes/,
    );
  });

  it('runs the binaries of TERRAFORM_BINARIES, else the tofu on PATH', () => {
    const missing = (environment: Record<string, string>) =>
      partsOf(environment).find(({ name }) => name === 'binaries')?.missing;
    expect(missing({})).toMatch(/TERRAFORM_BINARIES/);
    expect(missing({ TERRAFORM_BINARIES: '/opt/tofu' })).toBeUndefined();
    const found = partsOf({}, '/usr/bin/tofu').find(({ name }) => name === 'binaries');
    expect(found).toMatchObject({ missing: undefined, environment: { TERRAFORM_BINARIES: '/usr/bin/tofu' } });
  });
});

describe('the tests that were skipped', () => {
  it('are named under their reason, for each project', () => {
    const [project, other] = ['terraform', 'terraform (tofu 1.12.6)'];
    const note = 'PID namespaces need root here';
    const skipped = [
      { project, name: 'a', note },
      { project, name: 'b', note: undefined },
      { project, name: 'c', note },
      { project: other, name: 'c', note },
    ];
    expect(skippedLines(skipped)).toEqual([
      `SKIPPED: terraform: ${note}\n  a\n  c`,
      'SKIPPED: terraform: its condition is not met\n  b',
      `SKIPPED: terraform (tofu 1.12.6): ${note}\n  c`,
    ]);
  });
});

describe('the project of tests with real Terraform', () => {
  it('is one, for the Terraform that is found, without TERRAFORM_BINARIES', () => {
    expect(terraformProjects('terraform', { TERRAFORM_BINARIES: '' })).toEqual([
      { name: 'terraform', env: {} },
    ]);
  });

  it('is one for each binary in TERRAFORM_BINARIES, and its name has product and version', () => {
    const [terraform, tofu] = [standIn('Terraform v1.15.9'), standIn('OpenTofu v1.12.6')];
    expect(terraformProjects('terraform', { TERRAFORM_BINARIES: `${terraform}${delimiter}${tofu}` })).toEqual(
      [
        { name: 'terraform (terraform 1.15.9)', env: { TERRAFORM_BINARY_NAME: terraform } },
        { name: 'terraform (tofu 1.12.6)', env: { TERRAFORM_BINARY_NAME: tofu } },
      ],
    );
  });

  it('is refused for a path that is no terraform', () => {
    const other = standIn('Python 3.12');
    expect(() => terraformProjects('terraform', { TERRAFORM_BINARIES: other })).toThrow(
      `${other} in TERRAFORM_BINARIES`,
    );
    expect(() => terraformProjects('terraform', { TERRAFORM_BINARIES: '/nowhere/tofu' })).toThrow(
      '/nowhere/tofu',
    );
  });
});

/** A program that says it is this version. */
function standIn(version: string): string {
  const program = join(mkdtempSync(join(tmpdir(), 'svc-stand-in-')), 'program');
  writeFileSync(program, `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  return program;
}
