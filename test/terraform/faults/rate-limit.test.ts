import { createServer, request } from 'node:http';
import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { listening } from '../../harness/servers/listening';
import { endpoint } from '../blocks';

const windowMilliseconds = 1000;
const requestsInWindow = 4;
const provider = 'base_url = var.address\nmax_retries = 1';

it('six plans and an apply of eight at once end well in windows of four requests, without Retry-After', async () => {
  const s = await scenario({ provider });
  await s.plantSecret('signing');
  let [begin, admitted, refused] = [0, 0, 0];
  const limited = createServer((received, response) => {
    if (Date.now() - begin >= windowMilliseconds) [begin, admitted] = [Date.now(), 0];
    admitted += 1;
    if (admitted > requestsInWindow) {
      refused += 1;
      received.resume();
      response.writeHead(429).end();
      return;
    }
    const { method, url = '' } = received;
    const headers = { ...received.headers, host: new URL(s.platform.url).host };
    const onward = request(s.platform.url + url, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    received.pipe(onward);
  });
  const address = `-var=address=http://127.0.0.1:${await listening(limited)}`;
  const variable = 'variable "address" {}\n';
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  await s.workspace.write('main.tf', variable + names.map(name => endpoint(name)).join(''));
  const environment = { SVC_API_KEY: s.platform.key };
  const other = await scenario({ provider, environment });
  await other.plantSecret('signing');
  await other.workspace.write('main.tf', variable + endpoint('other'));
  const runs = [
    s.terraform('apply', '-auto-approve', address),
    ...Array.from({ length: 6 }, () => other.terraform('plan', '-lock=false', '-detailed-exitcode', address)),
  ];
  const codes = (await Promise.all(runs)).map(({ code, stderr }) => `${code}${stderr}`);
  expect(codes).toEqual(['0', ...Array(6).fill('2')]);
  expect(refused).toBeGreaterThan(0);
  expect(s.platform.controls.webhooks.all()).toHaveLength(names.length);
  expect((await s.state()).resources).toHaveLength(names.length);
});
