import type { sources } from './compiled-program';
import nodeBinaries from './package/node-binaries.json';

export interface Part {
  /** A script and its parameters. Default: scripts/test.ts. */
  readonly script?: string;
  readonly parameters?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The Node.js to run under, from npm: a version of its package for Linux on x64. */
  readonly node?: string;
  /** A program to compile, and the variable that names it. Without Go, the part is skipped. */
  readonly compiles?: readonly [program: keyof typeof sources, variable: string];
}

const projects = (...names: readonly string[]) => names.flatMap(name => ['--project', name]);
const engine = (program: keyof typeof sources, ...others: readonly string[]): Part => ({
  parameters: projects('terraform*', ...others),
  compiles: [program, 'TERRAFORM_BINARIES'],
});
/** A Node.js differs in processes, sockets and TLS. `npm test` of the workflow runs all tests under each. */
const underNode = ['protocol/', 'terraform/faults', 'terraform/launches', 'terraform/provider-'];
const node = (version: string): Part => ({
  parameters: [...projects('protocol', 'terraform*'), ...underNode],
  node: version,
});

const soak = [
  'faults/random-histories',
  'terraform/launches-',
  'terraform/state-lost',
  'unit/fuzz',
  'unit/plugin',
  'client/redaction',
  'pipelines/quarter-of-nights',
];
const rounds = { SOAK_RUNS: '4', SOAK_ROUNDS: '8', LAUNCH_PAIRS: '100', LAUNCH_KILLS: '100' };
const soaks = { ...rounds, SVC_TEST_QUARTER: 'yes' };

/** The first ones find most. */
export const parts: Readonly<Record<string, Part>> = {
  /** cdktf, too: its providers come from another registry. */
  tofu: engine('tofu-1.12.6', 'cdktf*'),
  /** Without cdktf, which only starts Terraform: `npm test` runs it with one, and the part above with the other product. */
  newest: engine('terraform-1.15.9'),
  oldest: engine('terraform-1.8.5'),
  languages: { parameters: projects('languages'), environment: { SVC_TEST_LANGUAGES: 'yes' } },
  release: { script: 'scripts/release-rehearsal.ts' },
  /** A tenth of the list, another one each day of the month: the list takes three quarters of an hour. */
  mutants: { script: 'scripts/mutants.ts' },
  /** The one that the packages of a registry bring. */
  'nodes-22': node(nodeBinaries.linux_amd64.version),
  'nodes-24': node('24.21.0'),
  soak: { parameters: [...projects('terraform*', 'unit'), ...soak], environment: soaks },
  differences: {
    parameters: [...projects('terraform*'), 'adding-a-resource/platform-differs'],
    environment: { SVC_TEST_DIFFERENCES: 'yes' },
  },
  rego: {
    parameters: [...projects('unit'), 'unit/report/rego'],
    compiles: ['conftest-0.71.1', 'SVC_CONFTEST'],
  },
  tfplugindocs: {
    parameters: [...projects('terraform*'), 'guides/registry-layout'],
    compiles: ['tfplugindocs-0.25.0', 'SVC_TFPLUGINDOCS'],
  },
};
