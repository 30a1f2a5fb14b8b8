import { expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox';

it('allows more concurrent waiting requests than the listener limit of Node.js', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  const sandbox = await startSandbox({ latency: 50 });
  try {
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const asked = Array.from({ length: 20 }, () => fetch(`${sandbox.url}/v1/webhooks`, { headers }));
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', note);
    await sandbox.close();
  }
});
