const out = process.stderr;
const isTerminal = out.isTTY && process.env['TERM'] !== 'dumb';
/** Whether the current line shows progress: an overwritten line on a terminal, dots elsewhere. */
let isOpen = false;

/**
 * @param {string} line
 * @param {NodeJS.WriteStream} stream
 */
export function say(line, stream = out) {
  close();
  stream.write(`${line}\n`);
}

/**
 * Shows each second that `act` is still at work, and then how long it took. `scripts/ready.mjs` runs without the
 * dependencies, so this file uses only Node.js itself.
 *
 * @template Result
 * @param {string} what
 * @param {() => Promise<Result>} act
 * @returns {Promise<Result>}
 */
export async function during(what, act) {
  const started = performance.now();
  const seconds = (digits = 0) => `${((performance.now() - started) / 1000).toFixed(digits)} s`;
  const timer = setInterval(() => {
    const text = `    ${what}, ${seconds()}`.slice(0, out.columns - 1);
    out.write(isTerminal ? `\r\u001b[2K${text}` : '.');
    isOpen = true;
  }, 1000);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    close();
  }
}

function close() {
  if (isOpen) out.write(isTerminal ? '\r\u001b[2K' : '\n');
  isOpen = false;
}
