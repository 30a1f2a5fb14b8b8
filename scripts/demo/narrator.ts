import { inspect, isDeepStrictEqual } from 'node:util';
import type { Screen } from '../progress/screen.mjs';
import type { Paint, Style } from '../progress/style.mjs';

/** A step failed. The message names the step, the expectation and the result. */
export class StoryBroken extends Error {
  override readonly name = 'StoryBroken';
}

/** The current step, for failure messages. */
interface Step {
  readonly number: number;
  readonly title: string;
  readonly started: number;
}

export interface NarratorOptions {
  readonly screen: Pick<Screen, 'line' | 'during' | 'note'>;
  readonly paint: Paint;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Aborts when the user interrupts the demo. */
  readonly signal: AbortSignal;
}

/** Prints the steps of the demo, checks their results, and redacts secrets. */
export class Narrator {
  readonly #options: NarratorOptions;
  readonly #secrets = new Set<string>();
  #step: Step | undefined;
  #steps = 0;

  constructor(options: NarratorOptions) {
    this.#options = options;
  }

  /** Registers values that are redacted in all output from now on. */
  keepSecret(...values: readonly string[]): void {
    for (const value of values) this.#secrets.add(value);
  }

  async step<Result>(title: string, act: () => Promise<Result> | Result): Promise<Result> {
    const { now, signal, screen } = this.#options;
    signal.throwIfAborted();
    this.#steps += 1;
    this.#step = { number: this.#steps, title, started: now() };
    this.#line(`\n${String(this.#steps).padStart(2)}  ${title}`, 'bold');
    const result = await screen.during(title, () => this.#played(act));
    this.#line(`    ${((now() - this.#step.started) / 1000).toFixed(1)} s`, 'dim');
    return result;
  }

  /** Adds the step to any error. */
  async #played<Result>(act: () => Promise<Result> | Result): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof StoryBroken || this.#options.signal.aborted) throw error;
      throw this.broken(error instanceof Error ? error.message : String(error));
    }
  }

  /** Prints lines about the current step. */
  say(text: string, styleOf: (line: string) => Style | undefined = () => undefined): void {
    for (const line of text.split('\n')) this.#line(line === '' ? '' : `    ${line}`, styleOf(line));
  }

  /** Shows a line of a command's output beside the progress. On a terminal only. */
  murmur(text: string): void {
    this.#options.screen.note(this.redact(text));
  }

  /** @throws {StoryBroken} unless both are deeply equal */
  check(what: string, actual: unknown, expected: unknown = true): void {
    if (!isDeepStrictEqual(actual, expected)) {
      throw this.broken(`expected: ${what}: ${show(expected)}\nfound:    ${show(actual)}`);
    }
    this.#line(`  ✔ ${what}`, 'green');
  }

  broken(reason: string): StoryBroken {
    const where = this.#step === undefined ? '' : `Step ${this.#step.number} failed (${this.#step.title}).\n`;
    return new StoryBroken(this.redact(`${where}${reason}`));
  }

  redact(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, '(secret)');
    return clean;
  }

  #line(text: string, style?: Style): void {
    const clean = this.redact(text);
    this.#options.screen.line(style === undefined ? clean : this.#options.paint(style, clean));
  }
}

const show = (value: unknown) => inspect(value, { depth: 6, breakLength: 100 });
