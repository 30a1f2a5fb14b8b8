import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Scenario, scenario, withoutLogs } from '../harness/scenario';
import { mayMakeNamespaces, temporaryFolder, terraformInNamespace } from './pid-namespace';

/** `npm run test:soak:launches` raises it. */
const pairs = Number(process.env['LAUNCH_PAIRS'] ?? 5);

/** A Terraform in a PID namespace of its own, and a platform whose only endpoint has this address. */
async function inNamespace(binary: string, temporary: string, url: string): Promise<Scenario> {
  const environment = { ...withoutLogs, TMPDIR: temporary };
  const s = await scenario({ binary, environment });
  await s.behindTheBack(api =>
    api.webhooks.create({ url, events: ['alert.created'], secret: 'not-to-be-seen' }),
  );
  await s.configure(
    'data "svc_webhook_endpoints" "all" {}\noutput "urls" {\n  value = data.svc_webhook_endpoints.all.endpoints[*].url\n}\n',
  );
  return s;
}

describe.runIf(mayMakeNamespaces)('Terraforms in two PID namespaces with one TMPDIR', () => {
  it('a launch is served by its own Terraform: no plan sees the platform of another', {
    timeout: 60_000 + pairs * 20_000,
  }, async () => {
    const [binary, temporary] = [await terraformInNamespace(), await temporaryFolder('shared-')];
    const urls = ['https://a.example/hook', 'https://b.example/hook'] as const;
    const both = [
      await inNamespace(binary, temporary, urls[0]),
      await inNamespace(binary, temporary, urls[1]),
    ];
    const crossed: string[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      const later = Math.floor(Math.random() * 120);
      const plans = both.map(async (s, index) => {
        await delay(index * later);
        const { code, stdout, stderr } = await s.terraform('plan', '-no-color');
        const seen = urls.filter(url => stdout.includes(url));
        if (code !== 0 || seen.join() !== urls[index])
          crossed.push(`pair ${pair}, ${later} ms: ${code} ${seen} ${stderr}`);
      });
      await Promise.all(plans);
    }
    expect(crossed).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });
});
