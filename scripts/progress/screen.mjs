import { stripVTControlCharacters } from 'node:util';

/** Longest time without output, milliseconds. Two seconds look like a hang. */
export const beatMilliseconds = 1000;

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/**
 * @typedef {object} ScreenOptions
 * @property {(text: string) => void} write
 * @property {boolean} isTerminal whether a line can be overwritten. Without a terminal, dots show the progress
 * @property {() => number} [columns]
 */

/** Prints lines, and shows the progress of long work between them. */
export class Screen {
  /** @type {ScreenOptions} */
  #options;
  /** @type {{readonly what: string, readonly started: number, note: string} | undefined} */
  #going;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #beats = 0;
  /** Whether the current line shows progress: an overwritten line on a terminal, dots elsewhere. */
  #isOpen = false;

  /** @param {ScreenOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} text */
  line(text) {
    this.#closeLine();
    this.#options.write(`${text}\n`);
    if (this.#timer !== undefined) this.#wait();
  }

  /**
   * Shows the progress of `act` until it ends.
   *
   * @template Result
   * @param {string} what
   * @param {() => Promise<Result> | Result} act
   * @returns {Promise<Result>}
   */
  async during(what, act) {
    const before = this.#going;
    this.#going = { what, started: performance.now(), note: '' };
    this.#wait();
    try {
      return await act();
    } finally {
      this.#closeLine();
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#going = before;
      if (before !== undefined) this.#wait();
    }
  }

  /**
   * Sets the text beside the progress. Shown on a terminal only.
   *
   * @param {string} text
   */
  note(text) {
    const note = stripVTControlCharacters(text).replace(/\s+/g, ' ').trim();
    if (this.#going !== undefined && note !== '') this.#going.note = note;
  }

  #wait() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#beat(), beatMilliseconds);
    this.#timer.unref();
  }

  #beat() {
    if (this.#going === undefined) return;
    const { isTerminal, write, columns = () => 80 } = this.#options;
    if (!isTerminal) write(this.#isOpen ? '.' : '    .');
    else {
      const { what, started, note } = this.#going;
      const seconds = Math.round((performance.now() - started) / 1000);
      const frame = frames[this.#beats++ % frames.length];
      const text = [`    ${frame} ${what}, ${seconds} s`, note].filter(part => part !== '').join(': ');
      write(`\r\u001b[2K${text.slice(0, columns() - 1)}`);
    }
    this.#isOpen = true;
  }

  #closeLine() {
    if (this.#isOpen) this.#options.write(this.#options.isTerminal ? '\r\u001b[2K' : '\n');
    this.#isOpen = false;
  }
}

/**
 * @param {NodeJS.WriteStream} stream
 * @returns {Screen}
 */
export function screenOn(stream) {
  return new Screen({
    write: text => stream.write(text),
    isTerminal: stream.isTTY === true && process.env['TERM'] !== 'dumb',
    columns: () => stream.columns || 80,
  });
}
