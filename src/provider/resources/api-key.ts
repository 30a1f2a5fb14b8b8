import { knownScopes } from '../../client/catalogue';
import { computed, optional, required } from '../../plugin/define/attribute';
import { bool, mapOf, number, objectOf, setOf, string } from '../../plugin/define/value-type';
import { isNarrowed, isSameReach, reachOf } from '../api-keys/reach';
import { earlyRevocation, risksOf, unknownValue } from '../api-keys/risks';
import { revokeKey, rotate } from '../api-keys/rotate';
import {
  forgetWhatTheClockSaid,
  hasOverlapEnded,
  isRotating,
  noteWhatTheClockSays,
  rotated,
  validateRotation,
} from '../api-keys/rotation';
import { guardApply, guardPlan, guardReplacement, leaveWord } from '../api-keys/self-lockout';
import { resource } from '../author';
import { namesFrom, readableText, tenantId, wholeNumber } from '../checks';
import { keyLeftBehind, replacedForChange } from '../unavailable-operations';
import { keepUnobservable } from '../unobservable';

/** What an update has to send. */
const onPlatform = ['name', 'scopes', 'unrestricted'] as const;

const scopeForm = /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/;

/** A key for server-to-server access (paragraphs 2.4 and 5.1; its management is assumed). */
export const apiKey = resource('svc_api_key', {
  description: 'Issues an API key, bound to one tenant and to a set of permission scopes.',
  attributes: {
    id: computed(string, {
      stable: true,
      description: 'Identifier given by the platform; begins with `key_`.',
    }),
    name: required(string, {
      check: readableText('Invalid key name'),
      description: 'Name that people know the key by.',
    }),
    tenant_id: required(string, {
      replaces: true,
      check: tenantId,
      description: 'Tenant that the key is bound to; begins with `ten_`. A change replaces the key.',
    }),
    scopes: optional(setOf(string), {
      check: namesFrom('scope', knownScopes, scopeForm),
      description: `What the key may do. Known are \`${knownScopes.join('`, `')}\`.`,
    }),
    unrestricted: optional(bool, {
      description:
        '`true` says that the key has no scopes and may do everything. Without it, `scopes` are required.',
    }),
    rotation: optional(
      objectOf({
        after_days: optional(number, {
          check: wholeNumber('Invalid rotation age', 1, 'days'),
          description: 'Age in days at which the key is due.',
        }),
        overlap_days: required(number, {
          check: wholeNumber('Invalid rotation overlap', 0, 'days'),
          description: 'Days for which the previous key goes on working; `0` revokes it at once.',
        }),
        triggers: optional(mapOf(string), { description: 'Any change of these values rotates the key.' }),
      }),
      {
        description:
          'Exchanges the key for a new one, in place, when it is due at plan time. The previous key goes on working ' +
          'until the overlap ends; a later apply revokes it.',
      },
    ),
    previous_id: computed(string, {
      stable: true,
      sometimes: true,
      description: 'The key before the last rotation, while it still works.',
    }),
    previous_expires_at: computed(string, {
      stable: true,
      sometimes: true,
      description: 'When the overlap with the previous key ends, ISO 8601 in UTC.',
    }),
    key: computed(string, {
      sensitive: true,
      stable: true,
      sometimes: true,
      description:
        'The key itself. The platform shows it once, when it is issued; the state keeps it, and nothing ever reads ' +
        'it back. Absent after an import.',
    }),
    environment: computed(string, { stable: true, description: '`live`, or `test` for the sandbox.' }),
    created_at: computed(string, { stable: true, description: 'Time of issue, ISO 8601 in UTC.' }),
  },
  importBy: 'id',

  validate({ scopes, unrestricted }, context) {
    const { fail, isKnown, isGiven } = context;
    validateRotation(context);
    if (isGiven('scopes') && unrestricted) {
      fail(
        'Key cannot be both',
        'It has scopes and says unrestricted = true. Keep one of the two.',
        'unrestricted',
      );
    }
    if (scopes || unrestricted || !isKnown('scopes') || !isKnown('unrestricted')) return;
    fail(
      'Key without scopes',
      'A key without scopes may do everything. Name its scopes, or say unrestricted = true if that is meant.',
    );
  },

  plan(context) {
    const { prior, planned, client, notes, warn, isKnown, part, isChanged, recompute, clear, replaceFor } =
      context;
    if (prior === undefined) return guardReplacement(context);
    leaveWord(context, prior);
    const unchangeable = client?.lacks('apiKeys.update') ? onPlatform.filter(isChanged) : [];
    for (const name of unchangeable) replaceFor(name);
    if (unchangeable.length > 0) warn(...replacedForChange('API key', prior.id, unchangeable));
    const isUndecided = prior.rotation !== undefined && !isKnown('rotation');
    const rotates = isUndecided || isRotating(prior, planned, notes);
    const lapses = hasOverlapEnded(prior, notes);
    if (rotates) for (const name of rotated) recompute(name);
    else if (lapses) for (const name of ['previous_id', 'previous_expires_at'] as const) clear(name);
    for (const risk of risksOf(prior.id, prior, planned, isKnown('scopes'))) warn(...risk);
    if (rotates && prior.previous_id !== undefined && !lapses) warn(...earlyRevocation(prior.previous_id));
    if (isNarrowed(prior, planned)) guardPlan(context, prior, 'narrow');
    const isReplaced = isChanged('tenant_id') || unchangeable.length > 0;
    const overlap = part('rotation', 'overlap_days');
    const hasNoOverlap = overlap.isKnown && overlap.value === 0;
    const revokes = isReplaced || (rotates && hasNoOverlap) || lapses;
    if (revokes) guardPlan(context, prior, 'revoke');
  },

  planDelete(context) {
    const { client, prior, warn } = context;
    if (client?.lacks('apiKeys.delete')) warn(...keyLeftBehind(prior.id));
    else guardPlan(context, prior, 'revoke');
  },

  async create(planned, context) {
    const { name, tenant_id, scopes = [] } = planned;
    const { id, key, environment, created_at } = await context.client.apiKeys.create(
      { name, tenant_id, scopes },
      context,
    );
    return { ...planned, id, key, environment, created_at };
  },

  async read(state, context) {
    const { client, warn, notes, now } = context;
    const look = async () => {
      const record = await client.apiKeys.find(state.id);
      if (!record) return undefined;
      if (state.name === undefined) warn(...unknownValue(state.id));
      const previous = state.previous_id && (await client.apiKeys.find(state.previous_id));
      const known = { ...state, ...record, ...reachOf(record.scopes, state.unrestricted) };
      return previous ? known : { ...known, previous_id: undefined, previous_expires_at: undefined };
    };
    const kept = state.name === undefined ? undefined : state;
    const read = await look().catch((error: unknown) => keepUnobservable(error, kept, 'API keys', context));
    if (read) noteWhatTheClockSays(read, now(), notes);
    return read;
  },

  async update(prior, planned, context) {
    const { client, notes } = context;
    const { name, scopes = [], rotation } = planned;
    if (isNarrowed(prior, planned)) guardApply(context, prior, 'narrow');
    if (prior.name !== name || !isSameReach(prior, planned))
      await client.apiKeys.update(prior.id, { name, scopes });
    const updated = { ...prior, ...planned };
    const successor =
      rotation && isRotating(prior, planned, notes) && (await rotate(prior, planned, rotation, context));
    const lapses = !successor && hasOverlapEnded(prior, notes);
    if (lapses && prior.previous_id) await revokeKey(prior.previous_id, context);
    forgetWhatTheClockSaid(notes);
    if (successor) return { ...updated, ...successor };
    return lapses ? { ...updated, previous_id: undefined, previous_expires_at: undefined } : updated;
  },

  async delete(state, context) {
    if (!context.client.lacks('apiKeys.delete')) guardApply(context, state, 'revoke');
    await revokeKey(state.id, context);
    if (state.previous_id) await revokeKey(state.previous_id, context);
  },
});
