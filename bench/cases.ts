import type { Summary } from './statistics';

/** What is measured, and how far we want to be from the floor and from the Go peer. */
export interface BenchCase {
  readonly name: string;
  /** Upper bounds of the ratio of our median to another's. */
  readonly limits: {
    readonly toFloor?: number;
    readonly toPeer?: number;
    readonly milliseconds?: number;
    readonly megabytes?: number;
  };
}

export interface LaunchCase extends BenchCase {
  readonly kind: 'launch';
  readonly extraAuthorities: boolean;
}

export interface PlanCase extends BenchCase {
  readonly kind: 'plan';
  readonly count: number;
  /** Milliseconds that the platform takes for each answer. */
  readonly latency: number;
  /** So many times fewer runs than a small case. */
  readonly slowness: number;
}

export const launchCases: readonly LaunchCase[] = [
  { kind: 'launch', name: 'launch', extraAuthorities: false, limits: { toFloor: 1.45 } },
  {
    kind: 'launch',
    name: 'launch with NODE_EXTRA_CA_CERTS',
    extraAuthorities: true,
    limits: { toFloor: 1.45 },
  },
];

const plan = (count: number, latency: number, slowness: number, limits: BenchCase['limits']): PlanCase => ({
  kind: 'plan',
  name: `plan of ${count.toLocaleString('en')}${latency > 0 ? `, ${latency} ms latency` : ''}`,
  count,
  latency,
  slowness,
  limits,
});

export const planCases: readonly PlanCase[] = [
  plan(1, 0, 1, { toPeer: 1.2, milliseconds: 250 }),
  plan(100, 0, 1, { toPeer: 0.85 }),
  plan(1000, 0, 2, { toPeer: 0.6, toFloor: 1.3, megabytes: 120 }),
  plan(1000, 50, 3, { toPeer: 0.33, toFloor: 1.6 }),
];

/** Takes minutes, so only on demand. */
export const hugePlanCases: readonly PlanCase[] = [plan(10_000, 0, 5, { toFloor: 1.3 })];

/** One subject's figures in one case. */
export interface Measurement extends Summary {
  readonly subject: string;
  readonly label: string;
  /** Requests of one plan. */
  readonly requests?: number | undefined;
  /** Peak resident megabytes of the provider. */
  readonly megabytes?: number | undefined;
}

export interface CaseResult {
  readonly name: string;
  readonly limits: BenchCase['limits'];
  readonly measurements: readonly Measurement[];
  /** Ours by the floor's median (`node -e 0`, `terraform_data`), and by the peer's. */
  readonly toFloor: number | undefined;
  readonly toPeer: number | undefined;
}
