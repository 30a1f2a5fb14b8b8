import { describe, expect, it } from 'vitest';
import { conclude } from '../../../bench/interleave';
import { verdicts } from '../../../bench/report';
import { type CaseResult, combine, type Report } from '../../../bench/results';

const figures = { median: 200, low: 190, high: 240, runs: 3 };

function result(name: string, median = figures.median): CaseResult {
  const ours = { subject: 'ours', label: 'ours', ...figures, median };
  return { name, title: name, measured: 'then', limits: {}, measurements: [ours], comparisons: [] };
}

const report = (machine: string, ...results: CaseResult[]): Report => ({
  machine: { processor: machine },
  results,
});

describe('results of the bench', () => {
  it('is kept when a later run measures other cases, in the order of all cases', () => {
    const earlier = report('here', result('plan of 100'), result('launch, NODE_EXTRA_CA_CERTS unset'));
    const fresh = report('here', result('launch, NODE_EXTRA_CA_CERTS unset', 7), result('plan of 1'));
    expect(combine(earlier, fresh)).toEqual(
      report(
        'here',
        result('plan of 1'),
        result('plan of 100'),
        result('launch, NODE_EXTRA_CA_CERTS unset', 7),
      ),
    );
  });

  it('is dropped if another machine or version measures', () => {
    const earlier = report('here', result('plan of 100'));
    expect(combine(earlier, report('there', result('plan of 1')))).toEqual(
      report('there', result('plan of 1')),
    );
  });
});

describe('a case', () => {
  const chosen = {
    kind: 'apply',
    name: 'apply',
    title: 'apply',
    count: 10,
    latency: 50,
    parallelism: 10,
    share: 1,
    yardsticks: [
      { subject: 'floor', label: 'the floor and its waiting', limit: 1.5, waiting: 50 },
      { subject: 'absent', label: 'who did not take part' },
    ],
    limits: { megabytes: 100 },
  } as const;
  const contenders = ['floor', 'ours'].map(subject => ({ subject, label: subject, run: async () => 0 }));
  const samples = new Map([
    ['floor', [50, 150, 450]],
    ['ours', [200, 300, 1000]],
  ]);

  it('is compared round by round, with the unavoidable waiting added to the floor', () => {
    const judged = conclude(chosen, contenders, samples, new Map([['ours', { megabytes: 120 }]]));
    expect(verdicts(judged)).toEqual([
      '2.00 x the floor and its waiting (1.75 to 2.00): OVER the limit of 1.5',
      '120 MB: OVER the limit of 100',
    ]);
  });
});
