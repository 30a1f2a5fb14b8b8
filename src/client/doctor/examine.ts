import { randomUUID } from 'node:crypto';
import { checkConnection } from '../check-connection';
import { knownEventTypes } from '../contract/catalogue';
import { collectionNames, isManaged } from '../contract/operations';
import type { PlatformError } from '../errors';
import type { ClientOptions } from '../http/settings';
import { createTransport } from '../http/transport';
import { idOf, part } from './answer';
import { CollectionProbe } from './collection-probe';
import { Findings } from './findings';
import type { Sending } from './probe-updates';
import { Questions } from './questions';

export type Examination = Awaited<ReturnType<typeof examine>>;

/**
 * Compares the platform with the assumptions, from reads alone or with a probe. `failure` is what ended it early, and
 * `left` what a probe has made and could not remove.
 * @param mark random text that each object of a probe contains. An object with it is ours.
 * @param stopped probes until it aborts. What the probe has made is removed all the same.
 */
export async function examine(options: ClientOptions, mark: string, stopped?: AbortSignal) {
  const transport = createTransport(options);
  const withKey = (credential: string) => createTransport({ ...options, credential });
  const findings = new Findings(text => transport.redactor.clean(text));
  const questions = new Questions(transport, withKey, findings);
  const probes: CollectionProbe[] = [];
  const failures: unknown[] = [];
  const attempt = (step: Promise<void>) => step.catch((error: unknown) => void failures.push(error));
  const ask = async () => {
    await checkConnection(transport, () => Promise.resolve(false));
    const tenant = await readAll(questions, mark);
    for (const trial of stopped === undefined ? [] : trialsOf(mark, tenant)) {
      stopped?.throwIfAborted();
      const probe = new CollectionProbe({ ...trial, questions, findings, mark });
      probes.push(probe);
      await probe.run();
    }
    stopped?.throwIfAborted();
  };
  await attempt(ask());
  for (const probe of probes) await probe.cleanUp(attempt);
  await attempt(transport.close());
  const left = probes.flatMap(probe => probe.left);
  const platformTime = transport.platformClock.latest;
  return { failure: failures[0], platformTime, assumptions: findings.rows(), left };
}

/** Reads each collection, and changes nothing. @returns a tenant's id @throws {PlatformError} if every list is refused */
async function readAll(questions: Questions, mark: string): Promise<string> {
  const refusals: PlatformError[] = [];
  let tenant = '';
  for (const name of collectionNames) {
    const { objects, error } = await questions.list(name);
    if (error !== undefined) refusals.push(error);
    const id = idOf(objects[0]);
    // A key may show another spelling of its tenant.
    if (name === 'tenants') tenant = id || tenant;
    else tenant ||= String(part(objects[0], 'tenant_id') ?? '');
    if (!isManaged(name)) continue;
    if (id !== '') await questions.ask(name, 'get', { id });
    await questions.ask(name, 'get', { id: mark }, true);
  }
  if (refusals.length === collectionNames.length) throw refusals[0];
  return tenant;
}

/** One endpoint, with an address that nobody can have, and one key. */
function trialsOf(mark: string, tenant_id: string): readonly Sending[] {
  // An Idempotency-Key may count for all paths. A rotation creates an equal key, too.
  const [once, again, one, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  // No address in canonical form: capitals, and the port of the scheme. Some drop, sort, mask or escape the query. Two events of a
  // category may come back as a wildcard.
  const url = `https://DOCTOR.invalid:443/${mark}?token=b&a=1`;
  const endpoint = {
    name: 'webhooks',
    body: { url, events: knownEventTypes, secret: randomUUID() },
    idempotencyKeys: [once, once, again],
    update: { url: `https://doctor.invalid/${mark}/Updated?token=b&a=1` },
    fewer: { events: ['alert.created'] },
  } as const;
  const key = {
    name: 'apiKeys',
    body: { name: `Doctor ${mark}`, tenant_id, scopes: ['tenants:read', 'alerts:read'] },
    idempotencyKeys: [one, other],
    update: { name: `Doctor ${mark} updated` },
    fewer: { scopes: ['tenants:read'] },
  } as const;
  return tenant_id === '' ? [endpoint] : [endpoint, key];
}
