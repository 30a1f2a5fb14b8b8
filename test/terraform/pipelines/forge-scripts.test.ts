import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, type TestContext } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { ForgeApi, robot } from './forge-api';
import { needRunnerPrograms, runLines } from './runner';
import { githubStep, gitlabLines, type Texts } from './shell-lines';

/** A job whose script calls the forge. */
type Job = 'comment' | 'compare' | 'issue' | 'current';

/** Shell lines with their environment, and the folder in which they run. */
type Script = (job: Job, values: Texts) => { lines: string; environment: Texts; folder: string };

const steps = {
  comment: ['svc-plan', 'comment', 'Write or update the comments'],
  compare: ['svc-apply', 'plan', 'Compare with the reviewed reports'],
  issue: ['svc-nightly', 'issue', 'Write the issue'],
  current: ['svc-apply', 'apply', 'Is this commit current'],
} as const;

const forges: Readonly<Record<string, (address: string) => Promise<Script>>> = {
  GitHub: async address => (job, values) => {
    const settings = { PULL_REQUEST: '7', SVC_APPROVAL: '', SVC_SHARD: '1/1' };
    const given = { GITHUB_TOKEN: 'made up', ...settings, ...values };
    const [file, jobName, step] = steps[job];
    const { lines, environment } = githubStep(file, jobName, step, given);
    const own = { GITHUB_API_URL: address, GITHUB_REPOSITORY: 'acme/security' };
    const run = { GITHUB_SERVER_URL: 'https://forge.example', GITHUB_RUN_ID: '1', GITHUB_REF_NAME: 'main' };
    const event = { GITHUB_EVENT_NAME: values['EVENT'] ?? '', GITHUB_SHA: values['COMMIT'] ?? 'abc' };
    const folder = job === 'compare' ? 'infrastructure' : '.';
    return {
      lines,
      environment: { ...own, ...run, ...event, GITHUB_STEP_SUMMARY: '../summary', ...environment },
      folder,
    };
  },
  GitLab: async address => {
    const linesOf = await gitlabLines();
    return (job, values) => {
      const { before, own } = job === 'current' ? { ...linesOf('apply'), own: '' } : linesOf(job);
      const project = { CI_API_V4_URL: address, CI_PROJECT_ID: '1217', SVC_GITLAB_TOKEN: 'made up' };
      const run = { CI_PIPELINE_URL: 'https://forge.example/1', SVC_STACK: 'default' };
      const event = { CI_PIPELINE_SOURCE: values['EVENT'] ?? '', CI_COMMIT_BRANCH: 'main', CI_JOB_URL: '' };
      const commit = {
        CI_COMMIT_SHA: values['COMMIT'] ?? 'abc',
        CI_JOB_TOKEN: 'made up',
        SVC_FOLDERS: 'infrastructure',
      };
      const request = job === 'comment' ? { CI_MERGE_REQUEST_IID: '7' } : {};
      return {
        lines: `${before}\n${own}`,
        environment: { ...project, ...run, ...event, ...commit, ...request, ...values },
        folder: '.',
      };
    };
  },
};

async function begin(context: TestContext, prepare: (address: string) => Promise<Script>) {
  needRunnerPrograms(context);
  const forge = await ForgeApi.start();
  const scriptOf = await prepare(forge.address);
  const top = join(temporaryFolder(tmpdir(), 'svc-forge-'), 'checkout');
  for (const name of ['infrastructure', 'svc-report', 'svc-night'])
    await mkdir(join(top, name), { recursive: true });
  await copyFile('examples/ci/infrastructure/pipeline.sh', join(top, 'infrastructure/pipeline.sh'));
  const summary = join(top, 'summary');
  const run = async (job: Job, values: Texts = {}) => {
    await rm(summary, { force: true });
    const { lines, environment, folder } = scriptOf(job, values);
    const { code, output } = await runLines(lines, join(top, folder), environment);
    return { code, said: existsSync(summary) ? readFileSync(summary, 'utf8') : output };
  };
  const succeed = async (job: Job, values?: Texts) => {
    const { code, said } = await run(job, values);
    expect(code, said).toBe(0);
    return said;
  };
  return { forge, top, run, succeed };
}

/** Makes a commit, the checkout of a job, and gives its name. */
async function repositoryAt(top: string) {
  const run = async (...words: readonly string[]) => (await execa('git', words, { cwd: top })).stdout;
  await run('init', '--quiet', '--initial-branch=main');
  // What GitLab's server allows, too.
  await run('config', 'uploadpack.allowAnySHA1InWant', 'true');
  await run('remote', 'add', 'origin', top);
  for (const name of ['name', 'email']) await run('config', `user.${name}`, 'someone@example.com');
  const pipeline = join(top, 'infrastructure/pipeline.sh');
  await writeFile(pipeline, 'echo "Step $1."');
  return async (file: string, content: string) => {
    await writeFile(join(top, file), content);
    await run('add', '.');
    await run('commit', '--quiet', '--allow-empty', '--message=Change');
    return run('rev-parse', 'HEAD');
  };
}

const marker = '<!-- cdktf-provider-svc report key=default -->';
const report = `${marker}\n\n## Changes\n\n1 to create: alerts\n<sub>commit abc, [run](<https://forge.example/1>)</sub>\n`;

describe.each(Object.entries(forges))('of %s', (name, prepare) => {
  it('the comment script writes one comment for each report, updates it, and changes no other comment', async context => {
    const { forge, top, succeed } = await begin(context, prepare);
    const file = join(top, 'svc-report', 'default.md');
    for (let i = 0; i < 100; i += 1) forge.comment('a stranger', 'A remark.');
    forge.comment('a stranger', marker);
    const others = [`${marker} of another job`, marker.replace('default', 'default2')];
    for (const other of others) forge.comment(robot, other);
    for (const text of [report, `${marker}\n\nThe plan has failed.`]) {
      await writeFile(file, text);
      await succeed('comment');
      expect(forge.by(robot)).toEqual([...others, text]);
    }
    await rm(file);
    const ofStack = marker.replace('default', 'default/prod');
    forge.comment(robot, ofStack);
    await succeed('comment');
    expect(forge.by(robot).slice(0, 2)).toEqual(others);
    const stale = '**The last commit has no plan here.** See the ';
    expect(forge.by(robot)[2]).toMatch(`${marker}\n\n${stale}`);
    expect(forge.by(robot)[3]).toMatch(`${ofStack}\n\nStack: \`default/prod\`\n\n${stale}`);
    expect(forge.comments).toHaveLength(105);
    expect(forge.by('a stranger').at(-1)).toBe(marker);
    // Of stacks without changes, those that have no comment share one.
    const ofStacks = ['prod', 'one', 'two'].map(name => marker.replace('default', `default/${name}`));
    const unchanged = ofStacks.map(each => `${each}\n\n## No risk found · no changes\n`);
    for (const [i, text] of unchanged.entries()) await writeFile(join(top, 'svc-report', `${i}.md`), text);
    await succeed('comment');
    expect(forge.by(robot)[3]).toBe(unchanged[0]);
    const shared = `${marker.replace('default', 'default/stacks without changes')}\n\n`;
    const [one, two] = ['one', 'two'].map(name => `- \`default/${name}\`: no changes\n`);
    expect(forge.by(robot).slice(4)).toEqual([`${shared}${one}${two}`]);
  });

  it('the compare script says whether the plan is the one that was reviewed, and stops another one where a review approves', async context => {
    const { forge, top, run, succeed } = await begin(context, prepare);
    await writeFile(join(top, 'svc-report', 'default.md'), report);
    const review = { SVC_APPROVAL: 'review' };
    expect(await succeed('compare')).toContain('Nobody has reviewed this plan');
    expect((await run('compare', review)).code).toBe(1);
    const unchanged = '## No risk found · no changes';
    await writeFile(join(top, 'svc-report', 'default.md'), report.replace('## Changes', unchanged));
    expect(await succeed('compare', review)).not.toContain('Nobody has reviewed this plan');
    await writeFile(join(top, 'svc-report', 'default.md'), report);
    forge.hasMerged = true;
    forge.comment('a stranger', report);
    expect(await succeed('compare')).toContain('Nobody has reviewed this plan');
    forge.comment(robot, report.replace('abc', 'def'));
    expect(await succeed('compare', review)).not.toMatch(/Nobody|differs/);
    const [, comment] = forge.comments;
    if (comment !== undefined) comment.body = report.replace('alerts', '\u{1b}[2K~~~ other');
    const said = await succeed('compare');
    expect(said).toMatch(/This plan differs from the one that was reviewed in [#!]7/);
    expect(said).toMatch(/\n\+.*alerts/);
    expect(said).not.toContain('\u{1b}');
    // The end of the fence, which the reviewed text cannot write.
    if (name === 'GitHub') expect(said.split('~~~')).toHaveLength(3);
    expect((await run('compare', review)).code).toBe(1);
    if (name !== 'GitHub') return;
    // GitHub would drop the summary.
    await writeFile(join(top, 'svc-report', 'default.md'), `${report}${'x'.repeat(1_000_000)}`);
    expect(await succeed('compare')).toMatch(
      /^The reports are too long.*\n\n\*\*This plan differs.*\n\n## Changes\n\n$/,
    );
  });

  it('the issue script opens one issue, updates it, and closes it after a night without findings', async context => {
    const { forge, top, succeed } = await begin(context, prepare);
    const night = join(top, 'svc-night');
    for (const finding of ['elsewhere.example.com', 'another']) {
      await writeFile(join(night, 'default.md'), finding);
      await succeed('issue', { NIGHT: 'failure' });
      const title = 'SVC: the platform differs from the states';
      expect(forge.issues).toMatchObject([{ title, body: expect.stringContaining(finding), isOpen: true }]);
    }
    const lines = (word: string) => `~~~text\n${`${word}\n`.repeat(100_000)}~~~\n`;
    for (const [file, word] of Object.entries({ '1-inventory.md': 'object', 'default.md': 'drift' }))
      await writeFile(join(night, file), lines(word));
    await succeed('issue', { NIGHT: 'failure' });
    const [{ body } = { body: '' }] = forge.issues;
    for (const word of ['object', 'drift'])
      expect(body.split(`\n${word}`).length, word).toBeGreaterThan(2_000);
    expect(body.match(/^\*\*The first \d+ of \d+ characters|^~~~$/gm)).toHaveLength(4);
    for (const file of ['1-inventory.md', 'default.md']) await writeFile(join(night, file), 'short again');
    await writeFile(join(night, 'passed-1'), '2');
    // The shard has passed, and the inventory has not.
    await succeed('issue', { NIGHT: 'failure' });
    expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([true]);
    await writeFile(join(night, 'passed-inventory'), '2');
    for (let i = 0; i < 2; i += 1) await succeed('issue', { NIGHT: 'success' });
    expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([false]);
    await rm(join(night, 'passed-inventory'));
    await succeed('issue', { NIGHT: 'failure', SVC_STACK: 'staging' });
    expect(forge.issues[1]?.title).toBe('SVC: the platform differs from the states of staging');
  });

  it('an old commit is not applied, and a schedule works on what was applied last', async context => {
    const { forge, top, run } = await begin(context, prepare);
    const commit = await repositoryAt(top);
    forge.repository = top;
    const said = async (EVENT: string, COMMIT: string) => {
      const { code, said } = await run('current', { EVENT, COMMIT });
      return code === 0 ? '' : said;
    };
    const main = 'infrastructure/main.tf';
    const before = await commit(main, 'before');
    const first = await commit(main, 'first');
    expect(await said('schedule', first)).toMatch(
      `has ended well yet, so a schedule does not apply commit ${first}`,
    );
    for (const sha of [before, first])
      forge.deployments.push({ sha, states: ['in_progress', 'success', 'inactive'] });
    const second = await commit('README.md', 'The same configuration.');
    for (const event of ['schedule', 'push']) expect(await said(event, second)).toBe('');
    expect(await said('push', first)).toBe('');
    // Merged, and waiting, refused or failed.
    const third = await commit(main, 'third');
    forge.deployments.push({ sha: third, states: ['waiting', 'failure'] });
    const differs = (own: string, other: string) => `commit ${own} differs from commit ${other}, wh`;
    expect(await said('schedule', third)).toMatch(differs(third, first));
    expect(await said('schedule', third)).not.toContain('Step');
    expect(await said('push', third)).toBe('');
    expect(await said('push', second)).toMatch(differs(second, third));
    // A revert: what it takes away is not brought back by the job of an earlier merge.
    const fourth = await commit(main, 'first');
    expect(await said('push', third)).toMatch(differs(third, fourth));
    for (const event of ['schedule', 'push']) expect(await said(event, fourth)).toBe('');
    expect(await run('current', { EVENT: 'push', COMMIT: fourth, SVC_FOLDERS: 'misspelt' })).toMatchObject({
      said: expect.stringMatching(/misspelt/),
    });
  });
});
