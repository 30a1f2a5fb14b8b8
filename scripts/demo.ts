/**
 * `npm run demo`: the main use case from deploy to destroy, on this machine only. Every step is checked. It exits
 * with 1 if one fails, and with 130 or 143 if it is interrupted. In each case it removes everything.
 */
import { constants } from 'node:os';
import { screenOn } from './progress/screen.mjs';
import { paintFor } from './progress/style.mjs';

class Interrupted extends Error {
  override readonly name = 'Interrupted';
  constructor(readonly exitCode: number) {
    super('Interrupted. Everything was removed.');
  }
}

async function main(): Promise<number> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => interruption.abort(new Interrupted(128 + constants.signals[name])));
  }
  const { signal } = interruption;
  const screen = screenOn(process.stdout);
  const paint = paintFor(process.stdout);
  const started = performance.now();
  screen.line(
    'The main use case on this machine only: deploy, drift, heal, destroy. It takes about two minutes.',
  );
  const [{ Narrator }, { withStage }, { tellStory }, { whatNext }] = await loaded();
  const narrator = new Narrator({ screen, paint, now: () => performance.now(), signal });
  try {
    await withStage(narrator, signal, tellStory);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const passed = `Demo passed in ${seconds} s: deployed, drifted, healed, destroyed. Nothing is left over.`;
    screen.line(`\n${paint('green', passed)}\n\n${whatNext}`);
    return 0;
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    process.stderr.write(`\n${narrator.redact(reason instanceof Error ? reason.message : String(reason))}\n`);
    return reason instanceof Interrupted ? reason.exitCode : 1;
  }
}

/** Loads the story after the first line is printed: loading takes a second. */
function loaded() {
  return Promise.all([
    import('./demo/narrator'),
    import('./demo/stage'),
    import('./demo/story'),
    import('./demo/what-next'),
  ]);
}

void main().then(code => {
  process.exitCode = code;
});
