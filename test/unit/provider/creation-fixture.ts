import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Clock, createClient, isOperationName, systemClock } from '../../../src/client';
import { keyCreation } from '../../../src/provider/api-keys/key-creation';
import { platformOf } from '../../../src/provider/connect-platform';
import type { CreationsOptions } from '../../../src/provider/creation/creations';
import { type Entry, lineOf } from '../../../src/provider/creation/journal/entry';
import { Journal } from '../../../src/provider/creation/journal/journal';
import { identityOf, nameOfProcess } from '../../../src/provider/creation/journal/owner';
import type { Run } from '../../../src/provider/creation/journal/run';
import { recognizedDigest } from '../../../src/provider/creation/kind';
import { endpointCreation } from '../../../src/provider/webhook-endpoints/endpoint-creation';
import type { SandboxControls, SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';

export const endpoint = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'fake-secret' };
export const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };

type Command = NonNullable<Run['command']>;

/** How this run differs from a whole one at the usual place. */
export interface RunChanges
  extends Partial<Pick<CreationsOptions, 'lookAlikes' | 'acceptedLookAlikes' | 'monotonic'>> {
  /** How a retry waits. */
  readonly sleep?: Clock['sleep'];
  readonly maxRetries?: number;
  readonly run?: Partial<Omit<Run, 'command'>>;
  readonly command?: Partial<Command>;
  readonly unavailable?: readonly string[];
  readonly listsAreWhole?: boolean;
}

export type Scene = Awaited<ReturnType<typeof scene>>;

interface Stage {
  readonly controls: SandboxControls;
}

/** The same rows for both kinds of object. */
export const kinds = {
  endpoint: {
    resource: 'svc_webhook_endpoint',
    values: endpoint,
    digest: recognizedDigest(endpointCreation, endpoint),
    list: 'webhooks.list',
    make: ({ controls }: Stage) => controls.webhooks.create(endpoint).id,
    edit: ({ controls }: Stage, id: string) =>
      controls.webhooks.update(id, { url: 'https://edited.example/' }),
    remove: ({ controls }: Stage, id: string) => controls.webhooks.delete(id),
    all: ({ controls }: Stage) => controls.webhooks.all().map(({ id }) => id),
  },
  key: {
    resource: 'svc_api_key',
    values: key,
    digest: recognizedDigest(keyCreation, key),
    list: 'apiKeys.list',
    make: ({ controls }: Stage) => controls.apiKeys.create(key).id,
    edit: ({ controls }: Stage, id: string) => controls.apiKeys.update(id, { name: 'edited' }),
    remove: ({ controls }: Stage, id: string) => controls.apiKeys.delete(id),
    all: ({ controls }: Stage) => controls.apiKeys.all().map(({ id }) => id),
  },
} as const;
export const both = ['endpoint', 'key'] as const;
export type KindName = (typeof both)[number];

/** A journal and a platform: what one process left in the journal, the next one finds. */
export async function scene(options: SandboxOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  chmodSync(folder, 0o700);
  const sandbox = await aSandbox({ dialect: { idempotency: 'ignored' }, ...options });
  const here = await identityOf(process.pid);
  /** A process that had this number before this one. All runs of a test are such: when the next one looks, they are over. */
  const gone = nameOfProcess({ ...here, started: '1' });
  const entries = () => readdirSync(folder).filter(name => name.endsWith('.json'));
  const read = () => entries().map(name => readFileSync(join(folder, name), 'utf8'));
  const start = (changes: RunChanges = {}) => {
    const usual = { owner: gone, terraform: randomUUID(), place: 'here', command: undefined };
    return startProvider(folder, sandbox, usual, changes);
  };
  return {
    folder,
    sandbox,
    controls: sandbox.controls,
    gone,
    alive: nameOfProcess(here),
    entries,
    read,
    /** What an earlier run left. */
    leave: (
      kind: KindName,
      { id, mark, owner = gone, ...facts }: Partial<Entry> & { readonly owner?: string } = {},
    ) => {
      const { resource, digest } = kinds[kind];
      const intent = { resource, digest, place: 'here', start: Date.now(), idempotencyKey: randomUUID() };
      const lines = [lineOf({ ...intent, ...facts })];
      if (id !== undefined) lines.push(lineOf({ id }));
      if (mark !== undefined) lines.push(lineOf({ mark }));
      writeFileSync(join(folder, `${owner}.${randomUUID()}.json`), lines.join(''), { mode: 0o600 });
    },
    start,
    /** What a plan says that creates these, and ends in order. Made twice, it says the same. */
    plan: async (planned: readonly KindName[], changes: RunChanges = {}) => {
      const once = async () => {
        const process = await start({ ...changes, command: { name: 'plan', ...changes.command } });
        const said = [];
        for (const kind of planned) said.push(...(await process.plan(kind)));
        process.end();
        return [...process.warnings, ...said];
      };
      const said = await once();
      // The plan after one that has no use for an entry names it.
      if (planned.length > 0 && !read().join().includes('"mark":"left"')) expect(await once()).toEqual(said);
      return said;
    },
    /** What the apply of a saved plan creates. Its run ends in order, and the plan after it has nothing to say of the object. */
    create: async (kind: KindName, changes: RunChanges = {}) => {
      const process = await start({ ...changes, command: { hasPlanFile: true, ...changes.command } });
      const made = await process.create(kind);
      process.end();
      const writes = () => sandbox.controls.requests.all().filter(({ method }) => method !== 'GET').length;
      const [left, written] = [entries().length, writes()];
      const next = await start({ command: { name: 'plan' } });
      next.see(kind, made.id);
      next.end();
      expect(next.warnings.filter(words => left === 0 || words.includes(made.id))).toEqual([]);
      expect([writes(), entries().length <= left]).toEqual([written, true]);
      return { ...made, warnings: process.warnings };
    },
  };
}

/** The provider in a new process, and what it warns of. */
async function startProvider(
  folder: string,
  { url, key: apiKey }: { readonly url: string; readonly key: string },
  usual: Run,
  {
    run = {},
    command = {},
    unavailable = [],
    listsAreWhole,
    sleep = () => Promise.resolve(),
    maxRetries = 2,
    ...settings
  }: RunChanges,
) {
  const warnings: string[] = [];
  const warn = (summary: string) => warnings.push(summary);
  const clock = { ...systemClock, sleep };
  const unavailableOperations = unavailable.filter(isOperationName);
  const options = { maxRetries, clock, unavailableOperations, listsAreWhole };
  const client = createClient({ baseUrl: url, credential: apiKey, ...options });
  const platform = await platformOf(client, {
    apiKey,
    origin: 'localhost',
    allowsSelfRevoke: false,
    unavailable: new Set(unavailable),
    creations: {
      journal: new Journal(folder),
      run: {
        ...usual,
        ...run,
        command: {
          name: 'apply',
          isWhole: true,
          mayCreate: true,
          mode: 'normal',
          hasPlanFile: false,
          stateOption: undefined,
          ...command,
        },
      },
      lookAlikes: 'warn',
      acceptedLookAlikes: [],
      newIdempotencyKey: randomUUID,
      monotonic: () => performance.now(),
      platformNow: () => Date.now(),
      warn,
      ...settings,
    },
  });
  onTestFinished(() => platform.close());
  const plan = async (kind: KindName, unknown: readonly string[] = [], values: object = {}) => {
    const planned = { resource: kinds[kind].resource, values: { ...kinds[kind].values, ...values } };
    const isKnown = (name: string) => !unknown.includes(name);
    const words = await platform.creationPlanned({ ...planned, isKnown, isReplacement: false });
    return words.map(([summary]) => summary);
  };
  return {
    platform,
    warnings,
    plan,
    create: (kind: KindName): Promise<{ readonly id: string; readonly key?: string }> =>
      kind === 'key' ? platform.apiKeys.create(key, { warn }) : platform.webhooks.create(endpoint, { warn }),
    see: (kind: KindName, identity: string, values: Readonly<Record<string, unknown>> = {}) =>
      platform.stateSeen({ resource: kinds[kind].resource, identity, values: () => values }),
    end: (changes = {}) =>
      platform.leave({ isOrderly: true, hasFailed: false, hasChanged: false, ...changes }),
  };
}
