import { expect, test } from 'vitest';
import { createLog, type LogLevel, logLevel } from '../../../src/plugin/log';

const levels: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

function linesOf(level: LogLevel | undefined, write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  const lines: unknown[] = [];
  const now = () => Date.parse('2026-11-21T11:05:07.008Z') + 0.25;
  write(createLog({ level, module: 'provider', now, print: line => lines.push(JSON.parse(line)) }));
  return lines;
}

test.each([
  [{}, undefined],
  [{ TF_LOG: '' }, undefined],
  [{ TF_LOG: 'off' }, undefined],
  [{ TF_LOG: 'DEBUG' }, 'debug'],
  [{ TF_LOG: 'json' }, 'trace'],
  [{ TF_LOG: 'nonsense' }, undefined],
  [{ TF_LOG_PROVIDER: 'warn' }, 'warn'],
  [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'error' }, 'error'],
  [{ TF_LOG: 'trace', TF_LOG_PROVIDER: 'off' }, undefined],
])('%j asks for the level %s', (environment, level) => {
  expect(logLevel(environment)).toBe(level);
});

test("a line has the form of Terraform's log library, to the microsecond", () => {
  const fields = { attempt: 2, host: undefined, '@level': 'error', '@message': 'no field replaces it' };
  expect(linesOf('info', log => log.write('info', 'hello', fields))).toEqual([
    {
      '@level': 'info',
      '@message': 'hello',
      '@module': 'provider',
      '@timestamp': '2026-11-21T11:05:07.008250Z',
      attempt: 2,
    },
  ]);
});

test.each([...levels.map((level, index) => [level, levels.slice(index)] as const), [undefined, []] as const])(
  'at level %s exactly %j are written',
  (level, written) => {
    const lines = linesOf(level, log => {
      for (const each of levels) log.write(each, each);
    });
    expect(lines).toEqual(written.map(each => expect.objectContaining({ '@level': each })));
  },
);
