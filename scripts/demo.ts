/**
 * `npm run demo`: the main use case from deploy to destroy, on this machine only. Every step is checked. It exits
 * with 1 if one fails, and with 130 or 143 if it is interrupted. In each case it removes everything.
 */
import { constants } from 'node:os';
import { Narrator } from './demo/narrator';
import { withStage } from './demo/stage';
import { tellStory } from './demo/story';

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
  const write = (text: string) => process.stdout.write(text);
  const narrator = new Narrator({ write, now: () => performance.now(), signal });
  const started = performance.now();
  try {
    await withStage(narrator, signal, tellStory);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    write(`\nDemo passed in ${seconds} s: deployed, drifted, healed, destroyed. Nothing is left over.\n`);
    return 0;
  } catch (error) {
    const reason: unknown = signal.aborted ? signal.reason : error;
    process.stderr.write(`\n${narrator.redact(reason instanceof Error ? reason.message : String(reason))}\n`);
    return reason instanceof Interrupted ? reason.exitCode : 1;
  }
}

void main().then(code => {
  process.exitCode = code;
});
