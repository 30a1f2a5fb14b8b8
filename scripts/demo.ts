/**
 * `npm run demo`: the main use case from deploy to destroy, on this machine only. Every step is checked. It exits
 * with 1 if one fails, and with 130 or 143 if it is interrupted. In each case it removes everything.
 */
import { constants } from 'node:os';

async function main(): Promise<number> {
  const interruption = new AbortController();
  const { signal } = interruption;
  let code = 1;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      code = 128 + constants.signals[name];
      interruption.abort(new Error('Interrupted. Everything was removed.'));
    });
  const started = performance.now();
  console.log(
    'The main use case on this machine only: deploy, drift, heal, destroy. It takes about two minutes.',
  );
  // Loaded after the first line is printed: loading takes a second.
  const { Narrator } = await import('./demo/narrator');
  const { withStage } = await import('./demo/stage');
  const { tellStory, whatNext } = await import('./demo/story');
  const narrator = new Narrator(signal);
  try {
    await withStage(narrator, signal, tellStory);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const passed = `Demo passed in ${seconds} s: deployed, drifted, healed, destroyed. Nothing is left over.`;
    narrator.line(`\n${passed}`);
    narrator.line(`\n${whatNext}`);
    return 0;
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    console.error(`\n${narrator.redact(reason instanceof Error ? reason.message : String(reason))}`);
    return code;
  }
}

void main().then(code => {
  process.exitCode = code;
});
