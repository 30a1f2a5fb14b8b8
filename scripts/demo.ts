/**
 * `npm run demo`: the main use case from deploy to destroy, on this machine only. Every step is checked. It exits
 * with 1 if one fails, and with 130 or 143 if it is interrupted. In each case it removes everything.
 */
import { constants } from 'node:os';

// An ordinary exit removes the temporary folder, and execa then ends cdktf.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => process.exit(128 + constants.signals[name]));

async function main(): Promise<void> {
  const started = performance.now();
  console.log(
    'The main use case on this machine only: deploy, drift, heal, destroy. It takes about a minute.',
  );
  // Loaded after the first line is printed: loading takes a second.
  const { tellStory, whatNext } = await import('./demo/story');
  await tellStory();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\nDemo passed in ${seconds} s: deployed, drifted, healed, destroyed. Nothing is left over.`);
  console.log(`\n${whatNext}`);
}

main().catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
