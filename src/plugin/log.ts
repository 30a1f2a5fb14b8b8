import { writeSync } from 'node:fs';

export type LogLevel = 'debug' | 'error';

/** Facts beside a message. No secret belongs here: Terraform writes them to a file as they are. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Log {
  write(level: LogLevel, message: string, fields?: LogFields): void;
}

export interface LogOptions {
  /** The least level written; `undefined` writes nothing. */
  level: LogLevel | undefined;
  /** Milliseconds since 1970, with a fraction where the clock has one. */
  now: () => number;
  print: (line: string) => void;
}

/** Terraform asks for its providers' logs with TF_LOG_PROVIDER, or for all logs with TF_LOG. */
export function logLevel(environment: NodeJS.ProcessEnv): LogLevel | undefined {
  const wanted = (environment['TF_LOG_PROVIDER'] || environment['TF_LOG'] || 'off').toLowerCase();
  // JSON asks for everything in another shape, which Terraform itself gives it.
  if (['json', 'trace', 'debug'].includes(wanted)) return 'debug';
  return ['info', 'warn', 'error'].includes(wanted) ? 'error' : undefined;
}

/** One JSON line per message in the form of Terraform's log library, which reads it from standard error. */
export function createLog(options: LogOptions): Log {
  return {
    write: (level, message, fields) => {
      if (options.level !== 'debug' && options.level !== level) return;
      const head = { '@level': level, '@message': message, '@module': 'provider' };
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
