import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { CaseResult } from '../scripts/figures/results';
import { configuration, endpoint, endpointChange, planJson } from '../test/unit/report/plan-json';
import type { ReportCase } from './cases';
import { type Contender, conclude, interleave, type Progress } from './interleave';

const run = promisify(execFile);
const parse = 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))';

/** Compares `report` on the JSON of a plan with a process that parses the same file and does nothing else. */
export async function runReportCase(
  chosen: ReportCase,
  before: string | undefined,
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
  try {
    const [plan, out] = [join(folder, 'plan.json'), join(folder, 'report.md')];
    await writeFile(plan, planOf(chosen.count));
    const report = (subject: string, label: string, clone = '.'): Contender => ({
      subject,
      label,
      run: () => timed([resolve(clone, 'dist/cli.cjs'), 'report', plan, '--out', out]),
    });
    const contenders: readonly Contender[] = [
      { subject: 'parse', label: 'JSON.parse alone', run: () => timed(['-e', parse, plan]) },
      ...(before === undefined ? [] : [report('before', 'the build before', before)]),
      report('ours', 'cdktf-provider-svc'),
    ];
    const samples = await interleave(contenders, rounds, say);
    if (!(await readFile(out, 'utf8')).includes(`${chosen.count} to change`))
      throw new Error('The report does not show the plan.');
    return conclude(chosen, contenders, samples);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function timed(parameters: readonly string[]): Promise<number> {
  const started = performance.now();
  await run(process.execPath, [...parameters]);
  return performance.now() - started;
}

/** Every endpoint changes its secret and its events: nothing of the plan can be skipped. */
function planOf(count: number): string {
  const indices = Array.from({ length: count }, (_, index) => index);
  const place = (index: number) => ({
    address: `${type}.a[${index}]`,
    mode: 'managed',
    type,
    name: 'a',
    index,
  });
  const resources = (side: Side) => ({
    root_module: {
      resources: indices.map(index => ({
        ...place(index),
        provider_name: 'registry.terraform.io/svc/svc',
        values: valuesOf(index, side),
        sensitive_values: marks,
      })),
    },
  });
  const changes = indices.map(index =>
    endpointChange({
      actions: ['update'],
      before: valuesOf(index, 'before'),
      after: valuesOf(index, 'after'),
      unknown: { events: [false, false] },
      beforeSensitive: marks,
      afterSensitive: marks,
      more: place(index),
    }),
  );
  return planJson(changes, {
    planned_values: resources('after'),
    prior_state: { format_version: '1.0', values: resources('before') },
    ...configuration({ address: `${type}.a`, type }),
  });
}

type Side = 'before' | 'after';
const type = 'svc_webhook_endpoint';
const marks = { events: [false, false], secret: true };

const valuesOf = (index: number, side: Side) =>
  endpoint({
    id: `wh_${String(index).padStart(20, '0')}`,
    url: `https://receiver-${index}.example/hooks/${index}`,
    events: ['alert.created', side === 'before' ? 'incident.created' : 'incident.contained'],
    secret: `obviously-not-a-secret-${index}-${side}`,
    secret_wo_version: null,
    created_at: '2026-01-01T00:00:00.000Z',
  });
