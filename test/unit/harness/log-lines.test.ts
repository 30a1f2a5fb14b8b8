import { expect, it } from 'vitest';
import { parseLog } from '../../harness/terraform/log-lines';

it('a log is parsed into entries of all sources', () => {
  const text = [
    '2026-11-21T11:21:12.132Z [INFO]  Terraform version: 1.11.4',
    '2026-11-21T11:21:12.132Z [DEBUG] provider.terraform-provider-svc_v0.1.0: listing: page=2',
    'a line that belongs',
    '2026-11-21T11:21:12.140+0100 [WARN]  provider: plugin exited',
    '',
  ].join('\n');
  expect(parseLog(text)).toEqual([
    { time: '2026-11-21T11:21:12.132Z', level: 'INFO', module: '', message: 'Terraform version: 1.11.4' },
    {
      time: '2026-11-21T11:21:12.132Z',
      level: 'DEBUG',
      module: 'provider.terraform-provider-svc_v0.1.0',
      message: 'listing: page=2\na line that belongs',
    },
    { time: '2026-11-21T11:21:12.140+0100', level: 'WARN', module: 'provider', message: 'plugin exited' },
  ]);
});
