import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { findBreaches, houseRules } from './house-rules';
import { namesKinds } from './named-kinds';
import { repositoryFiles } from './source-file';

const files = repositoryFiles();

it('each file that may name a kind of object names one', () => {
  const naming = files.filter(({ text }) =>
    /\b(?:apiKeys|webhooks|svc_api_key|svc_webhook_endpoint)\b/.test(text),
  );
  expect(naming.map(({ path }) => path)).toEqual(expect.arrayContaining([...namesKinds]));
});

describe.each(Object.entries(houseRules))('%s', (_, rule) => {
  it('holds in the whole repository', () => {
    expect(findBreaches(rule, files)).toEqual([]);
  });

  it('is broken by an example', () => {
    const [path, text] = rule.breaks;
    expect(findBreaches(rule, [{ path, text }])).toHaveLength(1);
  });
});

it('a check-out on Windows keeps the line ends of what Linux runs', () => {
  const scripts = ['scripts/build/launcher.sh', 'examples/ci/infrastructure/pipeline.sh'];
  const said = execFileSync('git', ['check-attr', 'eol', ...scripts], { encoding: 'utf8' });
  expect(said).toBe(scripts.map(path => `${path}: eol: lf\n`).join(''));
});
