import { onTestFinished } from 'vitest';
import { type Clock, createClient, isOperationName, systemClock } from '../../../src/client';
import { platformOf } from '../../../src/provider/connection/connect-platform';
import type { TerraformRun } from '../../../src/provider/connection/terraform-run';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';

export const endpoint = { url: 'https://a.example/hook', events: ['alert.created'], secret: 'fake-secret' };
export const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };

/** How a process differs from one that applies. */
export interface ProcessChanges {
  readonly walk?: TerraformRun['walk'];
  /** How a retry waits. */
  readonly sleep?: Clock['sleep'];
  readonly unavailable?: readonly string[];
  readonly listsAreWhole?: boolean;
  /** False if the data directory cannot be written. */
  readonly canNote?: boolean;
}

export type Scene = Awaited<ReturnType<typeof scene>>;

type Stage = Pick<Sandbox, 'controls'>;

/** The same rows for both kinds of object. */
export const kinds = {
  endpoint: {
    resource: 'svc_webhook_endpoint',
    values: endpoint,
    list: 'webhooks.list',
    make: ({ controls }: Stage) => controls.webhooks.create(endpoint).id,
    all: ({ controls }: Stage) => controls.webhooks.all().map(({ id }) => id),
  },
  key: {
    resource: 'svc_api_key',
    values: key,
    list: 'apiKeys.list',
    make: ({ controls }: Stage) => controls.apiKeys.create(key).id,
    all: ({ controls }: Stage) => controls.apiKeys.all().map(({ id }) => id),
  },
} as const;
export const both = ['endpoint', 'key'] as const;
export type KindName = (typeof both)[number];

/** A platform, and the processes of the provider that serve walks on it. */
export async function scene(options: SandboxOptions = {}) {
  const sandbox = await aSandbox({ dialect: { idempotency: 'ignored' }, ...options });
  const start = (changes: ProcessChanges = {}) => startProvider(sandbox, changes);
  return {
    controls: sandbox.controls,
    start,
    /** What an apply creates, and what it warns of. */
    create: async (kind: KindName, changes: ProcessChanges = {}) => {
      const { create, warnings } = start(changes);
      return { ...(await create(kind)), warnings };
    },
  };
}

/** The provider in a new process, and what it warns of. */
function startProvider(
  { url, key: apiKey }: Sandbox,
  {
    walk = 'apply',
    unavailable = [],
    sleep = () => Promise.resolve(),
    listsAreWhole,
    canNote = true,
  }: ProcessChanges,
) {
  const warnings: string[] = [];
  const warn = (summary: string) => warnings.push(summary);
  let noted = 0;
  const notePlanned = () => {
    noted += 1;
    return canNote;
  };
  const clock = { ...systemClock, sleep };
  const unavailableOperations = unavailable.filter(isOperationName);
  const options = { maxRetries: 2, clock, unavailableOperations, listsAreWhole };
  const platform = platformOf(createClient({ baseUrl: url, credential: apiKey, ...options }), {
    apiKey,
    origin: 'localhost',
    allowsSelfRevoke: false,
    lacksOperation: operation => unavailable.includes(operation),
    run: { mode: 'normal', walk, plansByTime: true, notePlanned },
    now: () => Date.now(),
  });
  onTestFinished(() => platform.close());
  const planInWords = (kind: KindName, changes: PlannedChanges = {}) => {
    const { unknown = [], values = {}, isReplacement = false } = changes;
    const planned = { resource: kinds[kind].resource, values: { ...kinds[kind].values, ...values } };
    const isKnown = (name: string) => !unknown.includes(name);
    return platform.creationPlanned({ ...planned, isKnown, isReplacement });
  };
  return {
    platform,
    warnings,
    /** How many creates have told the process that applies of this one. */
    noted: () => noted,
    planInWords,
    plan: async (kind: KindName, changes: PlannedChanges = {}) =>
      (await planInWords(kind, changes)).map(([summary]) => summary),
    create: (kind: KindName): Promise<{ readonly id: string; readonly key?: string }> =>
      kind === 'key' ? platform.apiKeys.create(key, { warn }) : platform.webhooks.create(endpoint, { warn }),
    see: (kind: KindName, identity: string, values: Readonly<Record<string, unknown>> = {}) =>
      platform.stateSeen({ resource: kinds[kind].resource, identity, values: () => values }),
  };
}

interface PlannedChanges {
  readonly unknown?: readonly string[];
  readonly values?: object;
  readonly isReplacement?: boolean;
}
