import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFiles } from '../harness/terraform/temporary-files';
import {
  countingNode,
  listing,
  mayMakeNamespaces,
  shortFolder,
  terraformInNamespace,
} from './launch-scenario';

/** The soak of `npm run test:all` raises it, and draws how much later the second Terraform of a pair begins. */
const drawn = process.env['LAUNCH_PAIRS'];
const pairs = Number(drawn ?? 3);
const laterOf = (pair: number) => (drawn === undefined ? pair * 40 : Math.floor(Math.random() * 120));
const timeout = 60_000 + pairs * 20_000;

beforeEach(({ skip }) => skip(!mayMakeNamespaces, 'unshare --pid is not permitted here'));

it('two PID namespaces with one TMPDIR: a launch is served by its own Terraform, and no plan sees the platform of another', {
  timeout,
}, async () => {
  const binary = await terraformInNamespace();
  const [temporary, node] = [shortFolder('shared-'), await countingNode()];
  const environment = { TMPDIR: temporary, SVC_NODE: node.path };
  const names = ['a', 'b'].map(name => `https://${name}.example/hook`);
  const both = await Promise.all(names.map(url => listing(url, { binary, environment })));
  const faults: (string | undefined)[] = [];
  const starts = await node.startsDuring(async () => {
    for (let pair = 0; pair < pairs; pair++) {
      const later = laterOf(pair);
      const plans = both.map(async ({ s, faultOf }, index) => {
        await delay(index * later);
        const fault = faultOf(await s.terraform('plan', '-no-color'));
        return fault && `pair ${pair}, ${later} ms: ${fault}`;
      });
      faults.push(...(await Promise.all(plans)));
    }
  });
  console.log(`${pairs} pairs: ${starts} processes for ${pairs * 6} launches`);
  expect(faults.filter(fault => fault !== undefined)).toEqual([]);
  // Otherwise this proves nothing.
  expect(starts, 'Node.js was started for launches that a waiting process serves').toBeLessThan(pairs * 6);
  expect(await temporaryFiles(temporary)).toEqual([]);
});

it('under a process 1 that never reaps, each launch has its own process ten seconds after the first', async () => {
  const waits = 'spawnSync(process.argv[1], process.argv.slice(2), { stdio: "inherit" }).status';
  const never = [process.execPath, '-e', `process.exit(require("child_process").${waits})`];
  const twice = ['/bin/sh', '-c', '"$0" "$@" && { [ "$1" != plan ] || { sleep 10 && "$0" "$@"; }; }'];
  const startsUnder = async (init: readonly string[]) => {
    const [temporary, node] = [shortFolder('reaping-'), await countingNode()];
    const [binary, environment] = [
      await terraformInNamespace(init),
      { TMPDIR: temporary, SVC_NODE: node.path },
    ];
    const { s } = await listing('https://a.example/hook', { binary, environment });
    const plan = () => s.terraform('plan', '-no-color');
    return node.startsDuring(async () => expect((await plan()).code).toBe(0));
  };
  const startsOfEach = await Promise.all([[...never, ...twice], twice].map(startsUnder));
  expect(
    startsOfEach,
    'starts of Node.js under a process 1 that reaps no child, and under one that does',
  ).toEqual([1 + 3, 1 + 1]);
});
