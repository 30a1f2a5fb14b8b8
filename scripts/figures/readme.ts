import { readFileSync } from 'node:fs';
import type { CaseResult, Report } from './results';

/** What a user feels: words of README, and the case. */
const rows = [
  ['a plan of one object', 'plan of 1'],
  ['a plan of 100 endpoints', 'plan of 100'],
  ['a plan of 1,000 endpoints', 'plan of 1,000'],
  ['the same, 50 ms of latency', 'plan of 1,000, 50 ms latency'],
  ['an apply of one object', 'apply of 1, 0 ms latency, -parallelism=10'],
  [
    'the same, in an account of 30,000 (300 pages a walk: an equal endpoint may exist)',
    'apply of 1, 0 ms latency, -parallelism=10, in an account of 30,000',
  ],
  ['creating 1,000, 50 ms of latency, `-parallelism=10`', 'apply of 1,000, 50 ms latency, -parallelism=10'],
  ['the same, `-parallelism=100`', 'apply of 1,000, 50 ms latency, -parallelism=100'],
] as const;

/** The sentence and the table of README about speed. */
const section = /^Milliseconds .*?\n\n(?=\[CONTRIBUTING\])/ms;

/** README with the figures of a report. A case that was not measured has no row. */
export function readmeWith({ machine, results }: Report): string {
  const found = rows.flatMap(([words, name]) => results.filter(each => each.name === name).map(row(words)));
  const isShown = ({ name }: CaseResult) => rows.some(([, shown]) => shown === name);
  const days = results.filter(isShown).map(({ measured }) => measured.slice(0, 10));
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
  const [processor] = (machine['processor'] ?? '').split(',');
  const text = [
    `Milliseconds of ${first === last ? first : `${first} to ${last}`}, beside the same resource in Go, on an ${processor} with 2 cores (medians):`,
    '',
    '| | ours | in Go | ratio |',
    '|---|---|---|---|',
    ...found,
    '\n',
  ].join('\n');
  return readFileSync('README.md', 'utf8').replace(section, () => text);
}

const row = (words: string) => (result: CaseResult) => {
  const [ours, go] = ['ours', 'go-peer'].map(subject =>
    result.measurements.find(each => each.subject === subject)?.median.toFixed(0),
  );
  const ratio = result.comparisons.find(({ label }) => label === 'the Go peer')?.median.toFixed(2);
  return `| ${words} | ${ours} | ${go} | ${ratio} |`;
};
