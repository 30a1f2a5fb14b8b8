import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { countingNode } from './counting-node';
import { listing } from './listing-scenario';
import { mayMakeNamespaces, temporaryFolder, terraformInNamespace } from './pid-namespace';

/** The soak of `npm run test:all` raises it, and draws how much later the second Terraform of a pair begins. */
const drawn = process.env['LAUNCH_PAIRS'];
const pairs = Number(drawn ?? 3);
const laterOf = (pair: number) => (drawn === undefined ? pair * 40 : Math.floor(Math.random() * 120));
const timeout = 60_000 + pairs * 20_000;

describe.runIf(mayMakeNamespaces)('Terraforms in two PID namespaces with one TMPDIR', () => {
  it.each([
    ['as two containers are', pairs, true],
    ['and one /proc', Math.min(pairs, 20), false],
  ])(
    'a launch is served by its own Terraform: no plan sees the platform of another, %s',
    {
      timeout,
    },
    async (_, count, mountsProc) => {
      const binary = await terraformInNamespace({ mountsProc });
      const [temporary, node] = [await temporaryFolder('shared-'), await countingNode()];
      const environment = { TMPDIR: temporary, SVC_NODE: node.path };
      const names = ['a', 'b'].map(name => `https://${name}.example/hook`);
      const both = await Promise.all(names.map(url => listing(url, { binary, environment })));
      const faults: (string | undefined)[] = [];
      const starts = await node.startsDuring(async () => {
        for (let pair = 0; pair < count; pair++) {
          const later = laterOf(pair);
          const plans = both.map(async ({ s, faultOf }, index) => {
            await delay(index * later);
            const fault = faultOf(await s.terraform('plan', '-no-color'));
            return fault && `pair ${pair}, ${later} ms: ${fault}`;
          });
          faults.push(...(await Promise.all(plans)));
        }
      });
      console.log(`${count} pairs: ${starts} processes for ${count * 6} launches`);
      expect(faults.filter(fault => fault !== undefined)).toEqual([]);
      // Otherwise this proves nothing. Where /proc tells the numbers of another namespace, no process is shared.
      if (mountsProc) expect(starts).toBeLessThan(count * 6);
      else expect(starts).toBe(count * 6);
      expect(await readdir(temporary)).toEqual([]);
    },
  );
});

/** Process 1 that runs Terraform, waits a second, and prints what is left beside itself: zombies too. */
const inits = {
  node: `
    const { readFileSync, readdirSync } = require("node:fs");
    const [command, ...parameters] = process.argv.slice(1);
    const terraform = require("node:child_process").spawn(command, parameters, { stdio: "inherit" });
    const tell = code => {
      const pids = readdirSync("/proc").filter(name => /^[0-9]+$/.test(name) && name !== "1");
      for (const pid of pids) console.log("LEFT " + readFileSync("/proc/" + pid + "/stat", "latin1"));
      process.exit(code);
    };
    terraform.on("exit", code => setTimeout(tell, 1000, code));`,
  shell: `
    "$@"; code=$?; sleep 1
    for stat in /proc/[0-9]*/stat; do
      [ "$stat" = /proc/1/stat ] || { read -r line <"$stat" && echo "LEFT $line"; }
    done
    exit "$code"`,
};

describe.runIf(mayMakeNamespaces)('no zombie remains', () => {
  it.for([
    ['node, which reaps no orphan: each launch has its own process', [process.execPath, '-e', inits.node], 2],
    ['bash: one process serves all launches', ['/bin/bash', '-c', inits.shell, 'sh'], 1],
  ] as const)('under process 1, %s', async ([, init, expected]) => {
    const [node, binary] = [await countingNode(), await terraformInNamespace({ init })];
    const environment = { SVC_STAY: '', SVC_NODE: node.path };
    const { s } = await listing('https://a.example/hook', { binary, environment });
    const starts = await node.startsDuring(async () => {
      const { code, stdout } = await s.terraform('validate', '-no-color');
      expect(stdout).not.toContain('LEFT');
      expect(code).toBe(0);
    });
    expect(starts).toBe(expected);
  });
});
