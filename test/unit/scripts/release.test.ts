import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { takenFlags } from '../../../scripts/package/taken-flags';
import { secretNames } from '../../../scripts/ready/secret-names.mjs';
import { differences, lackingFiles } from '../../../scripts/release/files-made';
import { notesOf } from '../../../scripts/release/notes';
import { publishAll } from '../../../scripts/release/publishing';
import {
  orphanedSince,
  publishingRefusals,
  refusals,
  type Situation,
} from '../../../scripts/release/refusals';
import { secretsOf, withoutSecrets } from '../../../scripts/release/secrets';
import { described, type PublishingStep, publishingSteps } from '../../../scripts/release/steps';

const agreeing: Situation = {
  wanted: '1.2.0',
  changes: [],
  tagged: undefined,
  head: 'aaaa',
  statements: {
    version: '1.2.0',
    others: { '.jsii': '1.2.0' },
    changelog: '## Unreleased\n\n## 1.2.0 - 2027-01-02\n\n- New.\n\n## 1.1.0\n\n- Old.\n',
    tags: [],
  },
};
const { statements } = agreeing;

describe('a release is refused', () => {
  it.each<[string, Partial<Situation>, RegExp | undefined]>([
    ['never, if all agree', {}, undefined],
    ['never, if the tag is already at this commit', { tagged: 'aaaa' }, undefined],
    [
      'with another version in package.json',
      { wanted: '1.3.0' },
      /says 1\.2\.0.*npm version --no-git-tag-version 1\.3\.0/s,
    ],
    [
      'with another version in a manifest',
      { statements: { ...statements, others: { '.jsii': '1.1.0' } } },
      /\.jsii says 1\.1\.0/,
    ],
    [
      'without a section in the changelog',
      { statements: { ...statements, changelog: '## Unreleased\n\n## 1.1.0\n' } },
      /CHANGELOG\.md is 1\.1\.0/,
    ],
    [
      'without a section of a version that package.json already has, with the command that writes it',
      { statements: { ...statements, changelog: '## Unreleased\n' } },
      /is none: .*npm version --allow-same-version --no-git-tag-version 1\.2\.0\n/s,
    ],
    [
      'with an empty section in the changelog',
      {
        statements: {
          ...statements,
          changelog: '## Unreleased\n\n## 1.2.0 - 2027-01-02\n\n## 1.1.0\n\n- Old.\n',
        },
      },
      /section 1\.2\.0 of CHANGELOG\.md is empty/,
    ],
    [
      'with an empty section at the end of the changelog',
      { statements: { ...statements, changelog: '## 1.2.0 - 2027-01-02\n' } },
      /section 1\.2\.0 of CHANGELOG\.md is empty/,
    ],
    ['for a prerelease', { wanted: '1.2.0-rc.1' }, /three numbers.*Prereleases are not published/],
    ['with the name of the tag', { wanted: 'v1.2.0' }, /^v1\.2\.0 is not a version to release/],
    [
      'with another tag at the commit',
      { statements: { ...statements, tags: ['v1.1.0'] } },
      /has the tag v1\.1\.0/,
    ],
    ['with the tag at another commit', { tagged: 'bbbb' }, /tag v1\.2\.0 is at bbbb/],
    [
      'with changes that are in no commit',
      { changes: [' M README.md', '?? new'] },
      /no commit:\n M README\.md\n\?\? new/,
    ],
  ])('%s', (_, change, expected) => {
    const found = refusals({ ...agreeing, ...change });
    if (expected === undefined) expect(found).toEqual([]);
    else expect(found).toEqual([expect.stringMatching(expected)]);
  });
});

it('a release whose npm was ended makes no tag', () => {
  expect(orphanedSince([12, 10], [12, 10])).toEqual([]);
  expect(orphanedSince([12, 10], [12])).toEqual([
    expect.stringMatching(/has ended\. So the release ends here/),
  ]);
});

describe('flags that npm has taken for itself', () => {
  it.each<[string, Record<string, string>, RegExp | undefined]>([
    ['are none after `--`', { npm_config_cache: '/cache' }, undefined],
    [
      'end the release',
      { npm_config_dry_run: 'true' },
      /^npm has taken --dry-run .* -- 0\.2\.0 --dry-run\n$/s,
    ],
    ['are all named', { npm_config_publish: '0.2.0', npm_config_dry_run: '' }, /--dry-run and --publish for/],
  ])('%s', (_, environment, expected) => {
    const found = takenFlags(['--dry-run', '--tested', '--publish'], environment, 'npm run release -- 0.2.0');
    expect(found).toEqual(expected === undefined ? [] : [expect.stringMatching(expected)]);
  });

  it('end the packaging', () => {
    const run = spawnSync('npx', ['tsx', 'scripts/package.ts', '--only', 'no-part'], {
      encoding: 'utf8',
      env: { ...process.env, npm_config_check: 'true' },
    });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^package: npm has taken --check for itself\..*npm run package -- --check$/ms);
  });
});

const steps = publishingSteps('1.2.0');
const secrets = [...new Set(steps.flatMap(step => step.secrets))];
const given = Object.fromEntries(secrets.map(name => [name, 'given']));

describe('publishing', () => {
  it.each(secrets)('does not begin without %s', name => {
    const found = publishingRefusals(steps, { ...given, [name]: '' }, {});
    expect(found.length).toBeGreaterThan(0);
    for (const reason of found) expect(reason).toMatch(new RegExp(`needs ${name}, which is not set\\.$`));
  });

  it('begins with all secrets, unless an address is still a placeholder', () => {
    expect(publishingRefusals(steps, given, { 'package.json': '{}' })).toEqual([]);
    expect(publishingRefusals(steps, given, { 'go.mod': 'module example.invalid/x' })).toEqual([
      expect.stringMatching(/^go\.mod names example\.invalid/),
    ]);
  });

  it('does not begin while a step has nothing to publish', () => {
    expect(lackingFiles(steps, '/nowhere')).toHaveLength(steps.length - 1);
  });

  it('lists the command and the names of the secrets of each step', () => {
    for (const step of steps) for (const name of step.secrets) expect(described(step)).toContain(name);
    expect(
      described(steps.find(({ name }) => name === 'Maven Central (cdktn)') ?? steps[0] ?? never()),
    ).toMatch(
      /MAVEN_SERVER_ID=central-ossrh npx --yes --package publib@\S+ publib-maven dist\/packages\/cdktn\/java\)$/,
    );
  });

  it.each(steps.filter(({ command }) => command.join(' ').includes('publib')))(
    'lists a command for $name whose folders with tokens and keys are removed',
    step => {
      expect(step.newFolder).toContain('TMPDIR');
      if (/^(?:npm|PyPI)/.test(step.name)) expect(step.newFolder).toContain('HOME');
      const [, line = ''] = described({ ...step, command: ['printenv', 'TMPDIR'] }).split('\n');
      const folder = execFileSync('sh', ['-c', line], { encoding: 'utf8' }).trim();
      expect(folder).not.toBe(tmpdir());
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('gives publib no token for Go, which would print it: git asks for it', () => {
    const [, , script = ''] = steps.find(({ name }) => name === 'Go (cdktf)')?.command ?? [];
    const [before] = script.split(' npx ');
    const ask = `${before} sh -c 'echo "$GITHUB_TOKEN"; printf "protocol=https\\nhost=x\\nusername=x-access-token\\n\\n" | git credential fill'`;
    const output = execFileSync('sh', ['-c', ask], {
      env: { ...process.env, GITHUB_TOKEN: 'the token' },
      encoding: 'utf8',
    });
    expect(output).toMatch(/^x-access-token\n.*\npassword=the token\n$/s);
  });

  it('names the steps that are left after a failure, and removes what the failed one has left', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const left = join(tmpdir(), `release-test-${randomUUID()}`);
    onTestFinished(() => rmSync(left, { force: true }));
    const step = (name: string, script: string): PublishingStep => ({
      name,
      command: ['sh', '-c', script],
      secrets: [],
      newFolder: ['HOME'],
    });
    const failing = [
      step('first', 'true'),
      step('second', `touch "$HOME/token"; printf %s "$HOME" > '${left}'; exit 3`),
      step('third', 'true'),
    ];
    await expect(publishAll(failing, { PATH: process.env['PATH'] })).rejects.toThrow(/ended with 3\.$/);
    expect(existsSync(readFileSync(left, 'utf8'))).toBe(false);
    const said = log.mock.calls.flat().join('\n');
    expect(said).toMatch(/these steps are left.*second, needs.*third, needs/s);
    expect(said).not.toMatch(/first, needs/);
  });

  it('begins no step when the process that started the release has ended, and lists all', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const step: PublishingStep = { name: 'only', command: ['no-such-program'], secrets: [] };
    const ended = async () => {
      throw new Error('npm has ended');
    };
    await expect(publishAll([step], {}, ended)).rejects.toThrow('npm has ended');
    expect(log.mock.calls.flat().join('\n')).toMatch(/these steps are left.*only, needs/s);
  });

  it('hides the secrets of all steps from the build before it', () => {
    const named = Object.fromEntries(secretNames.map(name => [name, 'given']));
    expect(withoutSecrets(named, steps)).toEqual({});
    expect(secretNames).toEqual([...new Set([...secrets, 'GPG_PASSPHRASE'])].sort());
  });

  it('gives a step its own secrets, and tests none', () => {
    const environment = { ...given, GPG_PASSPHRASE: 'given', PATH: '/bin' };
    expect(withoutSecrets(environment, steps)).toEqual({ PATH: '/bin' });
    const [npm] = steps.filter(({ name }) => name === 'npm (cdktf)');
    expect(secretsOf(npm ?? never(), environment)).toEqual({ NPM_TOKEN: 'given' });
  });
});

function never(): never {
  throw new Error('There is no such step.');
}

it('files that only one run made, or with other bytes, are differences', () => {
  const first = new Map([
    ['same', '1'],
    ['changed', '1'],
    ['gone', '1'],
  ]);
  const second = new Map([
    ['same', '1'],
    ['changed', '2'],
    ['new', '1'],
  ]);
  expect(differences(first, second)).toEqual(['changed', 'gone', 'new']);
});

describe('the notes of a release', () => {
  it('are its section of the changelog', () => {
    expect(notesOf('1.2.0', statements.changelog)).toBe('1.2.0\n\n- New.');
    expect(notesOf('1.1.0', statements.changelog)).toBe('1.1.0\n\n- Old.');
  });

  it('must be there', () => {
    expect(() => notesOf('1.0.0', statements.changelog)).toThrow('CHANGELOG.md has no section of 1.0.0.');
  });
});
