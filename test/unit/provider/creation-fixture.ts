import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient } from '../../../src/client';
import { keyDigest } from '../../../src/provider/api-keys/key-creation';
import { platformOf } from '../../../src/provider/connect-platform';
import type { CreationsOptions } from '../../../src/provider/creation/creations';
import {
  type Intent,
  lines,
  type PlanRecord,
  type RunRecord,
} from '../../../src/provider/creation/journal/entry';
import { Journal } from '../../../src/provider/creation/journal/journal';
import { identityOf } from '../../../src/provider/creation/journal/owner';
import { fingerprintOf } from '../../../src/provider/platform';
import { endpointDigest } from '../../../src/provider/webhook-endpoints/endpoint-creation';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox';

export const endpoint = {
  url: 'https://a.example/hook',
  events: ['alert.created'],
  secret: 'fake-secret-of-this-apply',
};
export const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };

/** How this run differs from a whole apply at the usual place. */
export interface RunChanges extends Partial<Pick<CreationsOptions, 'lookAlikes' | 'acceptedLookAlikes'>> {
  readonly record?: Partial<RunRecord>;
  readonly command?: Partial<NonNullable<CreationsOptions['run']['command']>>;
  readonly credential?: string;
}

/** A journal and a platform: what one process left in the journal, the next one finds. */
export async function scene(options: SandboxOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  const sandbox = await startSandbox({ idempotency: 'ignored', ...options });
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });
  const here = await identityOf(process.pid);
  /** A process that had this number before this one. */
  const gone = { ...here, started: '1' };
  const record: RunRecord = {
    platform: sandbox.url,
    directory: folder,
    data: join(folder, '.terraform'),
    owner: gone,
    terraform: gone,
    place: 'here',
    placeName: 'local state',
    credential: fingerprintOf(sandbox.key).slice(0, 16),
    isWhole: true,
    at: new Date().toISOString(),
  };
  const writeAs = (name: string, ...text: readonly string[]) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `x-1-${name}.jsonl`), text.join(''));
  };
  const write = (...text: readonly string[]) => writeAs('past', ...text);
  /** What the plan of this very run of Terraform has left. */
  const plan = (changes: Partial<PlanRecord>) =>
    writeAs(
      'plan',
      lines.run({ ...record, terraform: here }),
      lines.plan({ ended: Date.now(), isWhole: true, shown: [], wanted: [], ...changes }),
    );
  /** Each one of another run of Terraform. */
  const provider = (changes: RunChanges = {}) =>
    startProvider(
      folder,
      sandbox,
      { ...record, owner: here, terraform: { ...here, started: randomUUID() } },
      changes,
    );
  return {
    folder,
    sandbox,
    here,
    write,
    record,
    plan,
    journals: () => readdirSync(folder).filter(name => name.includes('-past.')),
    /** What the processes of this test have written. */
    written: () =>
      readdirSync(folder)
        .filter(name => name.endsWith('.jsonl') && !/-(?:past|plan)\./.test(name))
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    journal: () => readFileSync(join(folder, 'x-1-past.jsonl'), 'utf8'),
    /** What an earlier process left. */
    leave: (
      resource: Intent['resource'],
      { run = {}, intent = {} }: { run?: Partial<RunRecord>; intent?: Partial<Intent> } = {},
      ...steps: readonly string[]
    ) => write(lines.run({ ...record, ...run }), lines.intent(1, intentOf(resource, intent)), ...steps),
    /** The process that serves the walk of a plan. */
    provider,
    /** The process that applies what the plan of the same run has left. */
    applying: async (changes: RunChanges = {}) => {
      const isForeign = changes.command?.planFile !== undefined;
      if (!isForeign && !existsSync(join(folder, 'x-1-plan.jsonl')))
        plan({ isWhole: changes.record?.isWhole ?? true });
      return provider({ ...changes, record: { terraform: here, ...changes.record } });
    },
  };
}

export function intentOf(resource: string, changes: Partial<Intent> = {}): Intent {
  return {
    resource,
    digest: resource === 'svc_api_key' ? keyDigest(key) : endpointDigest(endpoint),
    label: 'of a test',
    before: [],
    isComplete: true,
    idempotencyKey: randomUUID(),
    began: Date.now(),
    longest: 30_000,
    instead: [],
    ...changes,
  };
}

/** The provider in a new process, what it warns of, and how long it has slept. */
async function startProvider(
  folder: string,
  { url, key: apiKey }: { readonly url: string; readonly key: string },
  record: RunRecord,
  changes: RunChanges,
) {
  const warnings: string[] = [];
  const slept: number[] = [];
  const credential = changes.credential ?? apiKey;
  const client = createClient({ baseUrl: url, credential, maxRetries: 0 });
  const platform = await platformOf(client, {
    apiKey: credential,
    allowsSelfRevoke: false,
    unavailable: new Set(),
    creations: {
      journal: new Journal({ folder, platform: url, now: () => Date.now() }),
      run: {
        record: { ...record, credential: fingerprintOf(credential).slice(0, 16), ...changes.record },
        command: {
          name: 'apply',
          isWhole: true,
          mayCreate: true,
          mode: 'normal',
          planFile: undefined,
          stateOption: undefined,
          ...changes.command,
        },
      },
      lookAlikes: changes.lookAlikes ?? 'warn',
      acceptedLookAlikes: changes.acceptedLookAlikes ?? [],
      longest: 30_000,
      newIdempotencyKey: randomUUID,
      now: () => Date.now(),
      monotonic: () => performance.now(),
      platformNow: () => Date.now(),
      sleep: async milliseconds => {
        slept.push(milliseconds);
        await new Promise(resolve => setTimeout(resolve, Math.min(milliseconds, 20)));
      },
    },
  });
  onTestFinished(() => platform.close());
  const warn = (summary: string) => warnings.push(summary);
  /** What a plan says that creates these. */
  const forecast = async (...planned: readonly ('endpoint' | 'key')[]) => {
    for (const kind of planned) {
      const [resource, values] = kind === 'key' ? ['svc_api_key', key] : ['svc_webhook_endpoint', endpoint];
      platform.creationPlanned({
        resource: String(resource),
        values: { ...Object(values) },
        isKnown: () => true,
      });
    }
    return (await platform.isForecastDue('plan'))
      ? (await platform.makeForecast()).map(([summary]) => summary)
      : [];
  };
  return { platform, warnings, slept, forecast, site: { warn } };
}
