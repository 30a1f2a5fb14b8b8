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

/** The ratio to the provider in Go that the bench has measured. */
const measured = (name: string) =>
  bench.results.find(result => result.name === name)?.comparisons.find(({ label }) => label === 'the Go peer')
    ?.median ?? Number.NaN;

it.each([
  ['a refresh of 1,000 endpoints with 50 ms of latency', 'plan of 1,000, 50 ms latency'],
  ['a plan of 100 endpoints', 'plan of 100'],
  ['creating 1,000 with `-parallelism=100`', 'apply of 1,000, 50 ms latency, -parallelism=100'],
])('README has the figure of the bench for %s', (words, name) => {
  expect(readme).toContain(`${words} ${measured(name).toFixed(2)}`);
});

it('README has the milliseconds of the bench for a plan of one endpoint, and the name of its machine', () => {
  const { measurements = [] } = bench.results.find(({ name }) => name === 'plan of 1') ?? {};
  const [ours, go] = ['ours', 'go-peer'].map(
    name => measurements.find(({ subject }) => subject === name)?.median,
  );
  const words = `${ours?.toFixed(0)} ms, in Go ${go?.toFixed(0)} ms (${bench.machine.processor};`;
  expect(readme).toContain(`A plan of one endpoint takes ${words}`);
});

it('README says "about the same" of a create with parallelism 10', () => {
  expect(readme).toContain('and with 10 about the same');
  const ratio = measured('apply of 1,000, 50 ms latency, -parallelism=10');
  expect(ratio).toBeGreaterThan(0.9);
  expect(ratio).toBeLessThan(1.1);
});
