import { type Scenario, type ScenarioOptions, scenario } from '../harness/scenario';
import type { Finished } from '../harness/terraform/terraform-process';

export interface Listing {
  readonly s: Scenario;
  readonly url: string;
  /** Undefined where the plan succeeds and shows this platform alone. */
  readonly faultOf: (plan: Finished) => string | undefined;
}

/** A configuration that shows the addresses of all endpoints, and a platform whose only endpoint has this address. */
export async function listing(url: string, options: ScenarioOptions): Promise<Listing> {
  const s = await scenario(options);
  await s.behindTheBack(api =>
    api.webhooks.create({ url, events: ['alert.created'], secret: 'not-to-be-seen' }),
  );
  await s.configure(
    'data "svc_webhook_endpoints" "all" {}\n\n' +
      'output "urls" {\n  value = data.svc_webhook_endpoints.all.endpoints[*].url\n}\n',
  );
  return { s, url, faultOf: plan => faultOf(plan, url) };
}

function faultOf({ code, stdout, stderr }: Finished, url: string): string | undefined {
  const seen = stdout.match(/https:\/\/[^"\s]*\/hook/g) ?? [];
  if (code === 0 && seen.join() === url) return undefined;
  return `ended with ${code}, showed [${seen}] instead of ${url}: ${stderr}`;
}
