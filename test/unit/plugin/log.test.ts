import { expect, test } from 'vitest';
import { createLog, type LogLevel, logLevel } from '../../../src/plugin/log';

function linesOf(level: LogLevel | undefined, write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: unknown[] = [];
  const now = () => Date.parse('2026-11-21T11:05:07.008Z') + 0.25;
  write(createLog({ level, now, print: line => lines.push(JSON.parse(line)) }));
  return lines;
}

test.each([
  ['debug', [{ TF_LOG: 'DEBUG' }, { TF_LOG: 'json' }, { TF_LOG: 'trace' }]],
  ['error', [{ TF_LOG: 'info' }, { TF_LOG_PROVIDER: 'warn' }, { TF_LOG: 'trace', TF_LOG_PROVIDER: 'error' }]],
  [undefined, [{}, { TF_LOG: '' }, { TF_LOG: 'nonsense' }, { TF_LOG: 'trace', TF_LOG_PROVIDER: 'off' }]],
])('the level %s is that of each of %j', (level, environments) => {
  expect(environments.map(logLevel)).toEqual(environments.map(() => level));
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
