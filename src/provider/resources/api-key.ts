import { apiKeys } from '../../client/contract/api-keys';
import { knownScopes } from '../../client/contract/catalogue';
import { changesOf, type EachField, namesOf, type Role } from '../../client/contract/fields';
import { secondOf } from '../../client/contract/time';
import { computed, optional, required } from '../../plugin/define/attribute';
import type { Attribute, Attributes } from '../../plugin/define/schema-types';
import { bool, listOf, mapOf, number, objectOf, setOf, string } from '../../plugin/define/value-type';
import { changedKey, removedKey, replacedKey } from '../../risks/api-key';
import { harmOfDeletion, harmsOfUpdate } from '../../risks/harm';
import { earlierIds } from '../../risks/held-keys';
import { fateOfKey } from '../../risks/key-values';
import { findEarlier } from '../api-keys/earlier-keys';
import { fieldsOf, flawOfChange, issueKey, watchedKey } from '../api-keys/key';
import { keyChangesOf, planKeyChanges, planNoEarlierKeys } from '../api-keys/key-changes';
import { addedRotation, dueKey, earlierToo, keyWarnings, withoutScopes } from '../api-keys/key-warnings';
import { revokeAll } from '../api-keys/revocation';
import { applyKeyChanges } from '../api-keys/rotate';
import {
  ageWhenDue,
  forgetTheClock,
  longestDays,
  noteWhatTheClockSays,
  validateRotation,
} from '../api-keys/rotation';
import { guardApply, guardPlan, guardReplacement, noteOwnKey } from '../api-keys/self-lockout';
import { listedKeys, shownKey } from '../api-keys/shown-key';
import { resource } from '../author';
import { readableText, scopeNames, tenantId, wholeNumber } from '../checks';
import { noteRefresh, revertedWords } from '../found-drift';
import { noted } from '../notes';
import { keepUnobservable, keyLeftBehind, unchangeableInPlace } from '../unavailable-operations';

export { keyCreation as creation } from '../api-keys/key';

/** Attributes that an update sends. `unrestricted` repeats what `scopes` say: no scopes, no limits. */
const onPlatform = namesOf(apiKeys.fields, 'writable');

/** The platform sets the value, which never changes while the key exists, or shows none. */
const shownPerhaps = { stable: true, sometimes: true } as const;

/** A key for server-to-server access (paragraphs 2.4 and 5.1; its management is assumed). */
export const definition = resource('svc_api_key', {
  description: 'Issues an API key, bound to one tenant and to a set of permission scopes.',
  attributes: {
    id: computed(string, {
      stable: true,
      description: 'Identifier given by the platform; begins with `key_`.',
    }),
    name: required(string, {
      check: readableText('Invalid key name'),
      description: 'Display name of the key.',
    }),
    tenant_id: required(string, {
      replaces: true,
      check: tenantId,
      description: 'Tenant that the key is bound to; begins with `ten_`. A change replaces the key.',
    }),
    scopes: optional(setOf(string), {
      check: scopeNames,
      description: `What the key may do. Known are \`${knownScopes.join('`, `')}\`.`,
    }),
    unrestricted: optional(bool, {
      description:
        '`true` says that the key has no scopes and may do everything. Without it, `scopes` are required.',
    }),
    rotation: optional(
      objectOf({
        after_days: optional(number, {
          check: wholeNumber('Invalid rotation age', { from: 1, to: longestDays }, 'days'),
          description: `Age in days at which the key is due, from 1 to ${longestDays}.`,
        }),
        overlap_days: required(number, {
          check: wholeNumber('Invalid rotation overlap', { from: 0, to: longestDays }, 'days'),
          description:
            `Days for which the previous key works after a rotation, from 0 to ${longestDays}. \`0\` revokes ` +
            'it at once.',
        }),
        triggers: optional(mapOf(string), { description: 'Any change of these values rotates the key.' }),
      }),
      {
        description:
          'Replaces the key by a new one, in place, when the key is due at plan time. The previous key ' +
          'works until the overlap ends; a later apply revokes it.',
      },
    ),
    previous_id: computed(string, {
      ...shownPerhaps,
      description: 'The key before the last rotation, while it still works.',
    }),
    previous_expires_at: computed(string, {
      ...shownPerhaps,
      description: 'When the overlap with the previous key ends, ISO 8601 in UTC.',
    }),
    unrevoked_ids: computed(listOf(string), {
      ...shownPerhaps,
      description:
        'Keys before `previous_id` that the platform has refused to revoke, or null. The next apply tries again.',
    }),
    key: computed(string, {
      ...shownPerhaps,
      sensitive: true,
      description:
        'The key itself. The platform shows it only once, when it issues the key. The state keeps it. ' +
        'The provider never reads it back. Absent after an import.',
    }),
    environment: computed(string, { ...shownPerhaps, description: '`live`, or `test` for the sandbox.' }),
    created_at: computed(string, {
      ...shownPerhaps,
      canonical: secondOf,
      description: 'Time of issue, ISO 8601 in UTC.',
    }),
  } satisfies Attributes & EachField<typeof apiKeys.fields, Role, Attribute>,
  list: listedKeys,

  validate({ scopes, unrestricted }, context) {
    const { fail, isKnown, isGiven } = context;
    validateRotation(context);
    const both = 'It has scopes and says unrestricted = true. Keep one of the two.';
    if (isGiven('scopes') && unrestricted) fail('Key cannot be both', both, 'unrestricted');
    if (scopes || unrestricted || !isKnown('scopes') || !isKnown('unrestricted')) return;
    fail(...withoutScopes);
  },

  plan(context) {
    const { prior, planned, client, notes, warn, fail, isKnown, isChanged, part, replaceFor } = context;
    if (prior === undefined) {
      planNoEarlierKeys(context);
      return guardReplacement(context);
    }
    const flaw = flawOfChange(prior, planned, context);
    if (flaw) return fail(...flaw);
    if (client?.plansByTime === false) forgetTheClock(notes);
    const isReachKnown = isKnown('scopes') && isKnown('unrestricted');
    const unknown = onPlatform.filter(name => !(name === 'scopes' ? isReachKnown : isKnown(name)));
    const isUndecided = prior.rotation !== undefined && !isKnown('rotation');
    const overlap = part('rotation', 'overlap_days');
    const knownOverlap = isUndecided && overlap.isKnown ? { overlapDays: overlap.value } : {};
    const decided = keyChangesOf(prior, isUndecided ? {} : planned, notes);
    const changes = { ...decided, ...knownOverlap, mayRotate: isUndecided };
    const cannotRevoke = client?.lacksOperation('apiKeys.delete') === true;
    const fate = fateOfKey(prior.id, changes, cannotRevoke);
    for (const words of revertedWords(watchedKey, prior, planned, client, unknown, fate)) warn(...words);
    noteOwnKey(context, prior);
    // A rotation sends the present key nothing: the next one is issued with the planned fields.
    const cannotUpdate = !changes.issues && client?.lacksOperation('apiKeys.update');
    const unchangeable = cannotUpdate ? onPlatform.filter(isChanged) : [];
    for (const name of unchangeable) replaceFor(name);
    const isIssued = changes.issues || isUndecided;
    planKeyChanges(prior, { ...changes, issues: isIssued }, context);
    const isMoved = isChanged('tenant_id');
    const isReplaced = isMoved || unchangeable.length > 0;
    const why = isMoved
      ? 'A key is bound to one tenant, and tenant_id changes.'
      : unchangeableInPlace(unchangeable);
    const findings = isReplaced
      ? replacedKey(prior, planned, isKnown, { stays: cannotRevoke, why })
      : changedKey(prior, planned, isKnown, changes, cannotRevoke);
    for (const warning of keyWarnings(prior, findings)) warn(...warning);
    const isAdded = prior.rotation === undefined && planned.rotation !== undefined;
    if (isAdded && !isReplaced && !changes.issues) warn(...addedRotation(prior));
    const left = isReplaced ? [prior.id] : changes.revokes;
    if (cannotRevoke) for (const id of left) warn(...keyLeftBehind(id));
    guardPlan(context, prior, isReplaced ? [harmOfDeletion(prior)] : harmsOfUpdate(prior, planned, changes));
  },

  planDelete(context) {
    const { client, prior, warn } = context;
    const harm = harmOfDeletion(prior);
    if (client?.lacksOperation('apiKeys.delete')) for (const id of harm.ids) warn(...keyLeftBehind(id));
    else if (client?.mode !== 'destroy') {
      const findings = removedKey(prior, false);
      for (const warning of keyWarnings(prior, findings)) warn(...warning);
    }
    guardPlan(context, prior, [harm]);
  },

  async create(planned, context) {
    const issued = await issueKey(planned, context);
    noted.beforeDrift.write(context.notes, undefined);
    return { ...planned, ...issued };
  },

  async read(state, context) {
    const { client, warn, notes } = context;
    // An import has no state yet. A list is then believed.
    const kept = state.name === undefined ? undefined : state;
    const observe = async () => {
      const [record, earlier] = await Promise.all([
        client.apiKeys.find(state.id, kept && fieldsOf(kept)),
        findEarlier(state, context),
      ]);
      // A resource without its current key stays in the state while an earlier key works. Only the state knows that
      // key.
      const isGone = !record && earlierIds({ ...state, ...earlier }).length === 0;
      // While an earlier key works, the plan reports that the current one is gone.
      const more = isGone && kept ? earlierToo(kept) + (await client.seenTenants.hintOf(kept.tenant_id)) : '';
      if (record || isGone)
        for (const [summary, detail] of noteRefresh(watchedKey, state, record, context))
          warn(summary, detail + more);
      if (isGone) return undefined;
      noted.gone.write(notes, record ? undefined : state.id);
      if (!record) return { ...state, ...earlier };
      return { ...shownKey(state, record, context), ...earlier };
    };
    const read = await observe().catch((error: unknown) =>
      keepUnobservable(error, kept, 'API keys', context),
    );
    if (read) noteWhatTheClockSays(read, client.now(), notes);
    return read;
  },

  async update(prior, planned, context) {
    const { client, warn, notes } = context;
    const { rotation } = planned;
    const changes = keyChangesOf(prior, planned, notes);
    guardApply(context, prior, harmsOfUpdate(prior, planned, changes));
    const sent = changesOf(apiKeys.fields, fieldsOf(prior), fieldsOf(planned));
    if (sent && !changes.issues) await client.apiKeys.update(prior.id, sent, fieldsOf(planned), context);
    const updated = { ...prior, ...planned, ...(await applyKeyChanges(prior, planned, changes, context)) };
    noted.gone.write(notes, undefined);
    noted.beforeDrift.write(notes, undefined);
    noteWhatTheClockSays(updated, client.now(), notes);
    const age = ageWhenDue(updated, client.now());
    if (age !== undefined && rotation?.after_days) warn(...dueKey(updated.id, age, rotation.after_days));
    return updated;
  },

  async delete(state, context) {
    const harm = harmOfDeletion(state);
    guardApply(context, state, [harm]);
    await revokeAll(harm.ids, state, context);
  },
});
