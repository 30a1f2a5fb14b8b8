import { inspect, isDeepStrictEqual } from 'node:util';

/** A step failed. The message names the step, the expectation and the result. */
class StoryBroken extends Error {}

/** Prints the steps of the demo, checks their results, and redacts secrets. */
export class Narrator {
  readonly #secrets = new Set<string>();
  #step = '';
  #steps = 0;

  /** @param signal aborts when the user interrupts the demo */
  constructor(private readonly signal: AbortSignal) {}

  /** Registers values that are redacted in all output from now on. */
  keepSecret(...values: readonly string[]): void {
    for (const value of values) this.#secrets.add(value);
  }

  async step<Result>(title: string, act: () => Promise<Result>): Promise<Result> {
    this.signal.throwIfAborted();
    this.#steps += 1;
    this.#step = `Step ${this.#steps} failed (${title}).\n`;
    this.line(`\n${String(this.#steps).padStart(2)}  ${title}`);
    const started = performance.now();
    try {
      const result = await act();
      this.line(`    ${((performance.now() - started) / 1000).toFixed(1)} s`);
      return result;
    } catch (error) {
      if (error instanceof StoryBroken || this.signal.aborted) throw error;
      throw this.broken(error instanceof Error ? error.message : String(error));
    }
  }

  /** Prints lines about the current step. */
  say(text: string): void {
    for (const line of text.split('\n')) this.line(line === '' ? '' : `    ${line}`);
  }

  /** @throws {StoryBroken} unless both are deeply equal */
  check(what: string, actual: unknown, expected: unknown = true): void {
    if (!isDeepStrictEqual(actual, expected))
      throw this.broken(`expected: ${what}: ${show(expected)}\nfound:    ${show(actual)}`);
    this.line(`  ✔ ${what}`);
  }

  broken(reason: string): StoryBroken {
    return new StoryBroken(this.redact(`${this.#step}${reason}`));
  }

  redact(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '(secret)');
    return clean;
  }

  line(text: string): void {
    console.log(this.redact(text));
  }
}

const show = (value: unknown) => inspect(value, { depth: 6, breakLength: 100 });
