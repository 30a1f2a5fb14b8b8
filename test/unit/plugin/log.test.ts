import { expect, test } from 'vitest';
import { createLog, type LogLevel, logLevel } from '../../../src/plugin/log';

function linesOf(level: LogLevel | undefined, write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: unknown[] = [];
  const now = () => Date.parse('2026-11-21T11:05:07.008Z') + 0.25;
  write(createLog({ level, now, print: line => lines.push(JSON.parse(line)) }));
  return lines;
}

test.each([
  [{}, undefined],
  [{ TF_LOG: '' }, undefined],
  [{ TF_LOG: 'DEBUG' }, 'debug'],
  [{ TF_LOG: 'json' }, 'debug'],
  [{ TF_LOG: 'trace' }, 'debug'],
  [{ TF_LOG: 'info' }, 'error'],
  [{ TF_LOG: 'nonsense' }, undefined],
  [{ TF_LOG_PROVIDER: 'warn' }, 'error'],
  [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'error' }, 'error'],
  [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'off' }, undefined],
])('%j asks for the level %s', (environment, level) => {
  expect(logLevel(environment)).toBe(level);
});

test("a line has the form of Terraform's log library, to the microsecond", () => {
  const fields = { attempt: 2, host: undefined, '@level': 'debug', '@message': 'no field replaces it' };
  expect(linesOf('error', log => log.write('error', 'hello', fields))).toEqual([
    {
      '@level': 'error',
      '@message': 'hello',
      '@module': 'provider',
      '@timestamp': '2026-11-21T11:05:07.008250Z',
      attempt: 2,
    },
  ]);
});

test.each<[LogLevel | undefined, readonly LogLevel[]]>([
  ['debug', ['debug', 'error']],
  ['error', ['error']],
  [undefined, []],
])('at level %s exactly %j are written', (level, written) => {
  const lines = linesOf(level, log => {
    for (const each of ['debug', 'error'] as const) log.write(each, each);
  });
  expect(lines).toEqual(written.map(each => expect.objectContaining({ '@level': each })));
});
