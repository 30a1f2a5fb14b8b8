import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient } from '../../../src/client';
import { keyLikeness } from '../../../src/provider/api-keys/creatable';
import { Creations } from '../../../src/provider/creation/creations';
import {
  firstLine,
  type Intent,
  intentLine,
  type Step,
  stepLine,
} from '../../../src/provider/creation/journal/entry';
import { Journal } from '../../../src/provider/creation/journal/journal';
import type { Owner } from '../../../src/provider/creation/journal/owner';
import { statePlaceIn } from '../../../src/provider/creation/journal/state-place';
import type { TerraformRun } from '../../../src/provider/creation/journal/terraform-run';
import { type Platform, platformOf } from '../../../src/provider/platform';
import { endpointLikeness } from '../../../src/provider/webhook-endpoints/creatable';
import { startSandbox } from '../../../src/sandbox';

export const endpoint = {
  url: 'https://a.example/hook',
  events: ['alert.created'],
  secret: 'fake-secret-of-this-apply',
};
export const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const gone: Owner = { host: 'elsewhere.invalid', pid: 1, started: '1' };

export const endpointIntent: Intent = {
  resource: 'svc_webhook_endpoint',
  likeness: endpointLikeness(endpoint),
  before: [],
  isComplete: true,
};
export const step = (name: Step, id?: string) => stepLine(1, name, id);

/** A data directory of Terraform's and a platform: what one process left in the journal, the next one finds. */
export async function scene() {
  const data = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  const sandbox = await startSandbox({ idempotency: 'ignored' });
  const folder = join(data, 'j');
  const path = join(folder, 'x-1.jsonl');
  const write = (text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
  };
  onTestFinished(async () => {
    await sandbox.close();
    rmSync(data, { recursive: true });
  });
  return {
    data,
    sandbox,
    write,
    /** As `terraform init` notes it. */
    keepStatesIn: (backend: object) =>
      writeFileSync(join(data, 'terraform.tfstate'), JSON.stringify({ version: 3, backend })),
    journal: () => readFileSync(path, 'utf8'),
    journals: () => readdirSync(folder),
    /** What an earlier process, which is gone, left in the journal. */
    leave: async (resource: Intent['resource'], changes: Partial<Intent>, ...steps: readonly string[]) => {
      const likeness = resource === 'svc_api_key' ? keyLikeness(key) : endpointIntent.likeness;
      const intent = { ...endpointIntent, resource, likeness, ...changes };
      write(firstLine(gone, await statePlaceIn(data)) + intentLine(1, intent) + steps.join(''));
    },
    provider: (run?: TerraformRun) => startProvider({ data, folder, prefix: 'x-' }, sandbox, run),
  };
}

/** The provider in a new process, and what it warns of. */
async function startProvider(
  location: ConstructorParameters<typeof Journal>[0],
  { url, key: apiKey }: { readonly url: string; readonly key: string },
  run: TerraformRun | undefined,
) {
  const warnings: string[] = [];
  const creations = new Creations({
    journal: new Journal(location),
    terraformRun: async () => run,
    now: () => Date.now(),
    sleep: milliseconds => new Promise(resolve => setTimeout(resolve, Math.min(milliseconds, 20))),
  });
  const warn = (summary: string) => warnings.push(summary);
  const platform: Platform = platformOf(createClient({ baseUrl: url, credential: apiKey, maxRetries: 0 }), {
    apiKey,
    allowsSelfRevoke: false,
    unavailable: new Set(),
    creations,
  });
  await platform.begun(warn);
  onTestFinished(() => platform.close());
  return { platform, warnings, site: { warn, watchAnswer: () => {} } };
}
