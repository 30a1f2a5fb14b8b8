import { expect, it } from 'vitest';
import { rememberKey } from '../../../src/provider/api-keys/earlier-keys';
import {
  guardApply,
  guardPlan,
  guardReplacement,
  noteOwnKey,
} from '../../../src/provider/api-keys/self-lockout';
import { fingerprintOf } from '../../../src/provider/connection/platform';
import type { Harm } from '../../../src/risks/harm';
import type { HeldKeys } from '../../../src/risks/held-keys';
import { notebook } from './notebook';

const own = 'svc_test_own';
/** The current key is the second one; the state has dropped the value of the first. */
const held = { id: 'key_2', key: 'svc_test_2', previous_id: 'key_1' };
const isOwn = { id: 'key_2', key: own };
const revokes = (...ids: readonly string[]): Harm => ({ deed: 'revoke', ids });
const narrows = (...ids: readonly string[]): Harm => ({ deed: 'narrow', ids });

interface Given {
  readonly held?: HeldKeys;
  /** True if private state remembers the first key as the provider's own. */
  readonly isRemembered?: boolean;
  readonly allows?: boolean;
  readonly lacks?: string;
  readonly isUnconfigured?: boolean;
}

function guardOf({ isRemembered = false, allows = false, lacks, isUnconfigured = false }: Given) {
  const notes = notebook();
  if (isRemembered) rememberKey({ id: 'key_1', key: own }, notes);
  const client = {
    allowsSelfRevoke: allows,
    lacksOperation: (name: string) => name === lacks,
    isOwnKey: (fingerprint: string | undefined) => fingerprint === fingerprintOf(own),
  };
  const errors: string[] = [];
  const fail = (_summary: string, detail: string) => errors.push(detail);
  return { client: isUnconfigured ? undefined : client, notes, fail, errors };
}

const noRevoking = { held: isOwn, lacks: 'apiKeys.delete' };
const noUpdates = { held: isOwn, lacks: 'apiKeys.update' };

it.each<[string, Given, readonly Harm[], string | undefined]>([
  ['is revoked', { held: isOwn }, [revokes('key_2')], 'revoke the API key key_2'],
  ['is narrowed', { held: isOwn }, [narrows('key_2')], 'narrow the API key key_2'],
  ['is narrowed beside a revocation', { held: isOwn }, [revokes(), narrows('key_2')], 'narrow the API key'],
  ['is an earlier one', { isRemembered: true }, [revokes('key_0', 'key_1')], 'revoke the API key key_1'],
  ['is narrowed where none can be revoked', noRevoking, [revokes('key_2'), narrows('key_2')], 'narrow the'],
  ['is revoked where none can be updated', noUpdates, [revokes('key_2')], 'revoke the API key key_2'],
  ['is to be revoked where none can be', noRevoking, [revokes('key_2')], undefined],
  ['is another one', {}, [revokes('key_1', 'key_2'), narrows('key_2')], undefined],
  ['is not harmed', { held: isOwn }, [revokes('key_1'), narrows()], undefined],
  ['has no value in the state', { held: { id: 'key_2' } }, [revokes('key_2')], undefined],
  ['may be harmed: allow_self_revoke', { held: isOwn, allows: true }, [revokes('key_2')], undefined],
  ['is not known yet', { held: isOwn, isUnconfigured: true }, [revokes('key_2')], undefined],
])('the own key %s: plan and apply fail and say which, or neither fails', (_, given, harms, expected) => {
  const guard = guardOf(given);
  guardPlan(guard, given.held ?? held, harms);
  const words =
    expected === undefined ? [] : [expect.stringMatching(`${expected}.*allow_self_revoke = true`)];
  expect(guard.errors).toEqual(words);
  const apply = expect(() => guardApply(guard, given.held ?? held, harms));
  if (expected === undefined) apply.not.toThrow();
  else apply.toThrow(expected);
});

it.each<[string, Given, string | undefined]>([
  ['its own key', { held: isOwn }, 'revoke the API key key_2'],
  ['an earlier own key', { isRemembered: true }, 'revoke the API key key_1'],
  ['another key', {}, undefined],
  ['its own key, which the platform cannot revoke', noRevoking, undefined],
  ['its own key, and may', { held: isOwn, allows: true }, undefined],
  ['a key before the provider is configured', { held: isOwn, isUnconfigured: true }, undefined],
])('a replacement is planned twice, and only the first plan knows the key: %s', (_, given, expected) => {
  const guard = guardOf(given);
  guard.notes.set('own_key', 'of an earlier plan');
  noteOwnKey(guard, given.held ?? held);
  guardReplacement(guard);
  expect(guard.errors).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
});
