import type { ApiKeyRecord } from '../../client';
import { knownScopes } from '../../client/catalogue';
import { computed, optional, required } from '../../plugin/define/attribute';
import { bool, setOf, string } from '../../plugin/define/value-type';
import { resource } from '../author';
import { namesFrom, readableText, tenantId } from '../checks';

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

  validate({ scopes, unrestricted }, { fail, isKnown }) {
    if (scopes && unrestricted) {
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

  async create(planned, { client }) {
    const { name, tenant_id, scopes = [] } = planned;
    const { id, key, environment, created_at } = await client.apiKeys.create({ name, tenant_id, scopes });
    return { ...planned, id, key, environment, created_at };
  },

  async read(state, { client }) {
    const record = await client.apiKeys.find(state.id);
    return record && { ...state, ...record, ...reach(record, state.unrestricted) };
  },

  async update(prior, planned, { client }) {
    await client.apiKeys.update(prior.id, { name: planned.name, scopes: planned.scopes ?? [] });
    return { ...prior, ...planned };
  },

  async delete(state, { client }) {
    await client.apiKeys.delete(state.id);
  },
});

/** On the platform no scopes mean no limits; in a configuration that takes a word of its own. */
function reach({ scopes }: ApiKeyRecord, unrestricted: boolean | undefined) {
  if (scopes.length === 0) return { scopes: undefined, unrestricted: true };
  return { scopes, unrestricted: unrestricted ? undefined : unrestricted };
}
