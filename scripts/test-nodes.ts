/**
 * `npm run test:nodes`: runs the protocol and the terraform tests under each Node.js that we support. Tests, sandbox and
 * provider all run under it. `npm run test:nodes -- --node 24 test/terraform/resources` runs a selection.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Command } from 'commander';
import { environmentOf, majors, testedNode } from './nodes/tested-node';
import { addUp, sayTally, type Tally, takeTally, writeTally } from './test-tally';

async function main(): Promise<void> {
  const command = new Command('test:nodes')
    .option('--node <major...>', `major versions, of ${majors.join(', ')}`, [...majors])
    .argument('[tests...]', 'files or folders, as vitest takes them', [])
    .parse();
  const wanted = new Set(command.opts<{ node: string[] }>().node);
  const chosen = majors.filter(major => wanted.delete(major));
  if (wanted.size > 0)
    throw new Error(`Unknown Node.js: ${[...wanted].join(', ')}. Known are ${majors.join(', ')}.`);
  const tallies: Tally[] = [];
  for (const major of chosen) tallies.push(await testUnder(major, command.args));
  const tally = addUp(tallies);
  writeTally(tally);
  console.log(sayTally(tally));
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function testUnder(major: (typeof majors)[number], tests: readonly string[]): Promise<Tally> {
  const node = await testedNode(major);
  if ('missing' in node) {
    console.log(`SKIPPED: Node.js ${major}. ${node.missing}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  console.log(`\nNode.js ${node.version}`);
  const projects = ['--project', 'protocol', '--project', 'terraform*'];
  // tsx and vitest are scripts whose first line asks for `node`: PATH decides which one that is.
  spawnSync(join('node_modules', '.bin', 'tsx'), ['scripts/test.ts', ...projects, ...tests], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environmentOf(node.folder),
  });
  return takeTally();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
