import { cpus } from 'node:os';

/** A case: what is measured, what it is compared with, and the limits. */
export type BenchCase = LaunchCase | PlanCase | RefreshCase | ApplyCase | SynthCase | ReportCase;

export interface Measured {
  readonly name: string;
  /** Name in the chart. */
  readonly title: string;
  /** Factor for the number of rounds: small cases are cheap, and large ones vary little. */
  readonly share: number;
  readonly yardsticks: readonly Yardstick[];
  readonly limits?: { readonly megabytes?: number | undefined };
}

/** A subject to compare ours with. */
export interface Yardstick {
  readonly subject: string;
  readonly label: string;
  /** The largest acceptable ratio. Without it, the ratio is only reported. */
  readonly limit?: number | undefined;
  /** True if `npm run bench` fails over the limit. The others may mean a busy machine. */
  readonly isDemanded?: boolean;
  /** Milliseconds of unavoidable waiting for the platform, added to each run of the yardstick. */
  readonly waiting?: number;
}

export interface LaunchCase extends Measured {
  readonly kind: 'launch';
  /** Whether NODE_EXTRA_CA_CERTS is set for the providers. It is never set for the floor. */
  readonly extraAuthorities: boolean;
}

interface Counted extends Measured {
  readonly count: number;
}

interface InAccount extends Counted {
  /** Number of endpoints of somebody else in the account: for a plan, half of them are older than its own. */
  readonly others: number;
}

export interface PlanCase extends InAccount {
  readonly kind: 'plan';
  /** Milliseconds until each response of the platform. */
  readonly latency: number;
  /** True if the process 1 of Terraform has a name that no program knows. */
  readonly isUnderStranger: boolean;
}

/** Counts the requests of plans. */
export interface RefreshCase extends Counted {
  readonly kind: 'refresh';
  /** Number of all endpoints in the account. Its own are as far from each other in the list. */
  readonly account: number;
  readonly latency: number;
  /** `reversed`: in ten blocks, of which Terraform reads the last in the list first. */
  readonly order: 'random' | 'reversed';
  /** Number of requests that the platform lets through in a second. */
  readonly limit?: number | undefined;
}

export interface ApplyCase extends InAccount {
  readonly kind: 'apply';
  readonly latency: number;
  readonly parallelism: number;
}

export interface SynthCase extends Counted {
  readonly kind: 'synth';
  /** From `new App()` to the end of `app.synth()`, or the whole `node main.js`. */
  readonly span: 'construction and synth' | 'process';
}

export interface ReportCase extends Counted {
  readonly kind: 'report';
}

const bareNode = { subject: 'node', label: 'node -e 0' };
const terraformData = { subject: 'terraform_data', label: 'terraform_data' };
const goPeer = { subject: 'go-peer', label: 'the Go peer' };

/** The largest ratio to the Go peer, measured on an Intel Xeon. An AMD's ratio is some 0.15 higher. */
const isAmd = cpus().some(({ model }) => model.startsWith('AMD'));
const besidePeer = (onIntel: number | undefined): Yardstick => {
  if (onIntel === undefined) return goPeer;
  return { ...goPeer, limit: Math.round((isAmd ? onIntel + 0.15 : onIntel) * 100) / 100, isDemanded: true };
};
const generated = { subject: 'generated', label: 'generated TerraformResources', limit: 1.2 };

const launch = (extraAuthorities: boolean): LaunchCase => ({
  kind: 'launch',
  name: `launch, NODE_EXTRA_CA_CERTS ${extraAuthorities ? 'set' : 'unset'}`,
  title: `launch of the provider${extraAuthorities ? ', NODE_EXTRA_CA_CERTS set' : ''}`,
  share: 3,
  extraAuthorities,
  yardsticks: [{ ...bareNode, limit: 1.45 }, goPeer],
});

const spoken = (count: number) => count.toLocaleString('en');
const away = (latency: number) => (latency > 0 ? `, platform ${latency} ms away` : '');

function plan(
  count: number,
  latency: number,
  share: number,
  { toFloor, toPeer, megabytes }: Partial<Record<'toFloor' | 'toPeer' | 'megabytes', number>>,
  isUnderStranger = false,
): PlanCase {
  const under = isUnderStranger ? ', process 1 that nobody knows' : '';
  return {
    kind: 'plan',
    name: `plan of ${spoken(count)}${latency > 0 ? `, ${latency} ms latency` : ''}${under}`,
    title: `terraform plan, ${spoken(count)} ${count === 1 ? 'endpoint' : 'endpoints'}${away(latency)}${under}`,
    count,
    others: 0,
    latency,
    isUnderStranger,
    share,
    yardsticks: [{ ...terraformData, limit: toFloor }, besidePeer(toPeer)],
    limits: { megabytes },
  };
}

/** A small stack in a large account, as a company has many. */
function fleet(count: number, others: number): PlanCase {
  const one = plan(count, 50, 1, {});
  const account = `, in an account of ${spoken(others)}`;
  return { ...one, name: `fleet: ${one.name}${account}`, title: `${one.title}${account}`, others };
}

function refresh(count: number, account: number, order: RefreshCase['order'], limit?: number): RefreshCase {
  const under = limit === undefined ? '' : `, ${limit} requests a second`;
  const name = `fleet: requests of ${spoken(count)} in ${spoken(account)}, ${order}${under}`;
  const measured = { name, title: name, share: 1 / 5, yardsticks: [] };
  return { ...measured, kind: 'refresh', count, account, latency: 10, order, limit };
}

function apply(count: number, latency: number, parallelism: number, toPeer?: number, others = 0): ApplyCase {
  const waiting = (count * latency) / parallelism;
  const account = others === 0 ? '' : `, in an account of ${spoken(others)}`;
  return {
    kind: 'apply',
    name: `apply of ${spoken(count)}, ${latency} ms latency, -parallelism=${parallelism}${account}`,
    title: `terraform apply -parallelism=${parallelism}, ${spoken(count)} ${count === 1 ? 'endpoint' : 'endpoints'}${account}${away(latency)}`,
    count,
    others,
    latency,
    parallelism,
    share: count === 1 ? 1 : 1 / 5,
    yardsticks: [
      { ...terraformData, label: `terraform_data + ${spoken(waiting)} ms of latency`, waiting },
      besidePeer(toPeer),
    ],
  };
}

const synth = (count: number, span: SynthCase['span']): SynthCase => ({
  kind: 'synth',
  name: `synth of ${spoken(count)}, ${span}`,
  title: `cdktf app, ${spoken(count)} endpoints: ${span === 'process' ? 'the whole process' : span}`,
  count,
  span,
  share: 1,
  yardsticks: [generated],
});

const report = (count: number): ReportCase => ({
  kind: 'report',
  name: `report of ${spoken(count)}`,
  title: `report on a plan that changes ${spoken(count)} endpoints`,
  count,
  share: 1,
  yardsticks: [{ subject: 'parse', label: 'parsing the plan’s JSON', limit: 3 }],
});

export const benchCases: readonly BenchCase[] = [
  // 250 ms if terraform_data takes 40 ms in the same run.
  plan(1, 0, 1, { toPeer: 1.1, toFloor: 250 / 40 }),
  plan(1, 0, 1, { toPeer: 1.3 }, true),
  plan(100, 0, 1, { toPeer: 0.8 }),
  plan(1000, 0, 1 / 2, { toPeer: 0.7, toFloor: 1.3, megabytes: 120 }),
  plan(1000, 50, 1 / 2, { toPeer: 0.45, toFloor: 1.45 }),
  fleet(10, 30_000),
  fleet(200, 30_000),
  ...[1000, 10_000, 30_000].flatMap(account => [
    refresh(1000, account, 'random'),
    refresh(1000, account, 'reversed'),
  ]),
  refresh(200, 30_000, 'random'),
  refresh(200, 30_000, 'random', 20),
  refresh(10, 30_000, 'random'),
  apply(1, 0, 10, 1.1),
  apply(1, 0, 10, undefined, 30_000),
  apply(1000, 50, 10),
  apply(1000, 50, 100),
  launch(false),
  launch(true),
  synth(1000, 'construction and synth'),
  synth(1000, 'process'),
  report(10_000),
];

/** At least three rounds, for a meaningful median. */
export const roundsOf = ({ share }: BenchCase, asked: number) => Math.max(3, Math.round(asked * share));
