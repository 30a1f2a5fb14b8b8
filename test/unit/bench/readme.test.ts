import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';

const bench = z
  .object({
    machine: z.object({ processor: z.string() }),
    results: z.array(
      z.object({
        name: z.string(),
        measurements: z.array(z.object({ subject: z.string(), median: z.number() })),
        comparisons: z.array(z.object({ label: z.string(), median: z.number() })),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('bench/results/bench.json', 'utf8')));
const readme = readFileSync('README.md', 'utf8').replace(/\s+/g, ' ');

it.each([
  ['a plan of one object', 'plan of 1'],
  ['a plan of 100 endpoints', 'plan of 100'],
  [
    'a refresh of 1,000 endpoints, 50 ms of latency (12 requests instead of 1,000)',
    'plan of 1,000, 50 ms latency',
  ],
  ['creating 1,000, 50 ms of latency, `-parallelism=10`', 'apply of 1,000, 50 ms latency, -parallelism=10'],
  ['the same, `-parallelism=100`', 'apply of 1,000, 50 ms latency, -parallelism=100'],
])('README has the milliseconds and the ratio of the bench for %s', (words, name) => {
  const result = bench.results.find(each => each.name === name);
  const [ours, go] = ['ours', 'go-peer'].map(subject =>
    result?.measurements.find(each => each.subject === subject)?.median.toFixed(0),
  );
  const ratio = result?.comparisons.find(({ label }) => label === 'the Go peer')?.median.toFixed(2);
  expect(readme).toContain(`| ${words} | ${ours} | ${go} | ${ratio} |`);
});

it('README names the machine of the bench', () => {
  const [processor = ''] = bench.machine.processor.split(',');
  expect(readme).toContain(`on an ${processor} with 2 cores`);
});
