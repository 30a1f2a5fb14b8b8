import { majors } from '../nodes/tested-node';
import type { Part } from './run-parts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The parts of `npm run test:all`. The first ones find most, so that a limit of time cuts off the others.
 *
 * @param tofu path of the OpenTofu on PATH, for a run without TERRAFORM_BINARIES
 */
export function partsOf(environment: Environment, tofu?: string): readonly Part[] {
  // `npm run test:soak` and `npm run test:soak:launches` take longer. These share the queue for some five minutes.
  const { SOAK_RUNS = '4', SOAK_ROUNDS = '8', LAUNCH_PAIRS = '100', LAUNCH_KILLS = '100' } = environment;
  const binaries = environment['TERRAFORM_BINARIES'] || tofu;
  // The other parts run the one Terraform that they find.
  const one = { TERRAFORM_BINARIES: '' };
  // The suite has run under this Node.js.
  const otherNodes = majors.filter(major => major !== process.versions.node.split('.')[0]);
  return [
    { name: 'suite', command: ['test.ts'], environment: { ...one, SVC_TEST_ALL: 'yes' } },
    {
      name: 'binaries',
      command: ['test.ts', '--project', 'terraform*', '--project', 'cdktf*'],
      environment: { TERRAFORM_BINARIES: binaries ?? '', SVC_TEST_LONG: 'yes' },
      missing:
        binaries === undefined
          ? 'TERRAFORM_BINARIES names no terraform or tofu, and no tofu is on PATH'
          : undefined,
    },
    { name: 'nodes', command: ['test-nodes.ts', '--node', ...otherNodes], environment: one },
    {
      name: 'languages',
      command: ['test.ts', '--project', 'languages'],
      environment: { ...one, SVC_TEST_LANGUAGES: 'yes' },
    },
    {
      name: 'soak',
      command: [
        'test.ts',
        '--project',
        'terraform',
        'test/terraform/faults/random-histories',
        'test/terraform/launches-',
      ],
      environment: { ...one, SOAK_RUNS, SOAK_ROUNDS, LAUNCH_PAIRS, LAUNCH_KILLS },
    },
  ];
}
