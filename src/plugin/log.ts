import { writeSync } from 'node:fs';

const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

/** Facts beside a message. No secret belongs here: Terraform writes them to a file as they are. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  write(level: LogLevel, message: string, fields?: LogFields): void;
}

export interface LogOptions {
  /** The least level written; `undefined` writes nothing. */
  level: LogLevel | undefined;
  module: string;
  /** Milliseconds since 1970, with a fraction where the clock has one. */
  now: () => number;
  print: (line: string) => void;
}

/** Terraform asks for its providers' logs with TF_LOG_PROVIDER, or for all logs with TF_LOG. */
export function logLevel(environment: NodeJS.ProcessEnv): LogLevel | undefined {
  const wanted = (environment['TF_LOG_PROVIDER'] || environment['TF_LOG'] || 'off').toLowerCase();
  // JSON asks for everything in another shape, which Terraform itself gives it.
  return wanted === 'json' ? 'trace' : levels.find(level => level === wanted);
}

/** One JSON line per message in the form of Terraform's log library, which reads it from standard error. */
export function createLog(options: LogOptions): Log {
  const least = options.level === undefined ? levels.length : levels.indexOf(options.level);
  return {
    write: (level, message, fields) => {
      if (levels.indexOf(level) < least) return;
      const head = { '@level': level, '@message': message, '@module': options.module };
      options.print(`${JSON.stringify({ ...fields, ...head, '@timestamp': timestamp(options.now()) })}\n`);
    },
  };
}

/** Written at once, so that a crash loses nothing; a reader that has gone away is no error of ours. */
export function printError(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    return;
  }
}

function timestamp(milliseconds: number): string {
  const micros = String(Math.floor((milliseconds % 1) * 1000)).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${micros}Z`);
}
