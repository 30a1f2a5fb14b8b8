import { canonicalAddress } from '../../client/contract/canonical-address';
import { knownEventTypes } from '../../client/contract/catalogue';
import { changesOf, type EachField, namesOf, type Role } from '../../client/contract/fields';
import { endsInSpace } from '../../client/contract/signature';
import { secondOf } from '../../client/contract/time';
import { webhooks } from '../../client/contract/webhooks';
import { flawOf } from '../../constructs/addresses/address';
import { computed, optional, required } from '../../plugin/define/attribute';
import type { Attribute, Attributes } from '../../plugin/define/schema-types';
import { choiceOf, meaningsOf, number, setOf, string } from '../../plugin/define/value-type';
import { changedEndpoint, isReplacedForDegradation, replacedEndpoint } from '../../risks/webhook-endpoint';
import { resource } from '../author';
import { endpointUrl, eventTypes, signingSecret, wholeNumber } from '../checks';
import { Refused } from '../errors/refused';
import { noteRefresh, revertedWords } from '../found-drift';
import { noted } from '../notes';
import { endpointLeftBehind, keepUnobservable, unchangeableInPlace } from '../unavailable-operations';
import { endpointWarnings, receiverOf, watchedEndpoint } from '../webhook-endpoints/endpoint';
import {
  degradedEndpoint,
  listedEndpoints,
  shownEndpoint,
  unknownStatus,
} from '../webhook-endpoints/shown-endpoint';
import {
  planSecret,
  secretToSend,
  spaceAtEnd,
  versionWithoutSecret,
} from '../webhook-endpoints/signing-secret';

export { endpointCreation as creation } from '../webhook-endpoints/endpoint';

/** Attributes that an update sends. */
const onPlatform = [...namesOf(webhooks.fields, 'writable', 'hidden'), 'secret_wo_version'] as const;

/** Only a new endpoint needs a secret: the platform keeps the secret of an imported one. */
const missingSecret = [
  'Missing signing secret',
  'A new endpoint takes exactly one of secret (kept in the state) and secret_wo (kept nowhere).',
] as const;

const onDegraded = choiceOf({
  warn: 'names it in a warning',
  replace:
    'plans a new registration (only a new one is active again; beside `prevent_destroy`, every plan is an error)',
  ignore: 'says nothing',
});

/** An address that receives signed event deliveries (paragraphs 2.1, 3.1 and 6 of the platform's document). */
export const definition = resource('svc_webhook_endpoint', {
  description:
    'Registers an address that receives signed event deliveries. After five failed attempts at one ' +
    'delivery, the platform marks the endpoint `degraded` and sends it nothing more.',
  attributes: {
    id: computed(string, {
      stable: true,
      description: 'Identifier given by the platform; begins with `wh_`.',
    }),
    url: required(string, {
      check: endpointUrl,
      canonical: canonicalAddress,
      description:
        'HTTPS address that receives deliveries. Plain HTTP is accepted only for loopback hosts. Another ' +
        'spelling of the same address is no change. A new address follows RFC 3986 (checked by the plan): an ' +
        'international host in Punycode, other characters percent-encoded.',
    }),
    events: required(setOf(string), {
      check: eventTypes,
      description: `Event types to deliver, at least one. Known are \`${knownEventTypes.join('`, `')}\`.`,
    }),
    secret: optional(string, {
      sensitive: true,
      check: signingSecret,
      description:
        'Secret that the platform signs deliveries with (`X-SVC-Signature-256`). The state keeps it. The provider sends it ' +
        'when it creates the endpoint and when the secret changes, and never reads it back.',
    }),
    secret_wo: optional(string, {
      sensitive: true,
      writeOnly: true,
      check: signingSecret,
      description:
        'The same secret, write-only: in no plan and in no state (Terraform 1.11 and newer). Needs ' +
        '`secret_wo_version`, whose change sends the secret again.',
    }),
    secret_wo_version: optional(number, {
      check: wholeNumber('Invalid secret version', { from: 0, to: Number.MAX_SAFE_INTEGER }, 'counts'),
      description: 'Number to raise with each change of `secret_wo`: Terraform cannot see that change.',
    }),
    on_degraded: optional(onDegraded, {
      default: 'warn',
      description: `What a plan does about a \`degraded\` endpoint: ${meaningsOf(onDegraded)}.`,
    }),
    status: computed(string, {
      stable: true,
      sometimes: true,
      description: '`active`, or `degraded` once a delivery was abandoned.',
    }),
    created_at: computed(string, {
      stable: true,
      sometimes: true,
      canonical: secondOf,
      description: 'Time of registration, ISO 8601 in UTC.',
    }),
  } satisfies Attributes & EachField<typeof webhooks.fields, Role, Attribute>,
  list: listedEndpoints,

  validate({ secret, secret_wo, secret_wo_version }, { fail, isKnown }) {
    if (!isKnown('secret') || !isKnown('secret_wo')) return;
    if (secret_wo === undefined) return;
    if (secret !== undefined) fail('Two signing secrets', 'Give exactly one of secret and secret_wo.');
    const advice = 'secret_wo needs a secret_wo_version: raise it whenever the secret changes.';
    if (secret_wo_version === undefined && isKnown('secret_wo_version'))
      fail('Missing secret_wo_version', advice);
  },

  plan({ prior, planned, client, notes, warn, fail, isKnown, isChanged, replaceFor, recompute }) {
    // Validation does not know the state. An object that exists with such an address must be planned and destroyed.
    const newUrl = !prior || isChanged('url') ? planned.url : undefined;
    const flaw = newUrl === undefined ? undefined : flawOf(newUrl);
    if (flaw) fail('Invalid endpoint address', `${flaw.found} ${flaw.remedy}`, 'url');
    const secret = planned.secret ?? planned.secret_wo;
    const isSecretKnown = isKnown('secret') && isKnown('secret_wo');
    if (!prior) {
      if (isSecretKnown && !secret) fail(...missingSecret);
      if (endsInSpace(secret ?? '')) warn(...spaceAtEnd);
      return;
    }
    const isSecretMissing = isSecretKnown && secret === undefined && planned.secret_wo_version !== undefined;
    if (isSecretMissing && isChanged('secret_wo_version')) return fail(...versionWithoutSecret);
    const unknown = namesOf(webhooks.fields, 'writable').filter(name => !isKnown(name));
    for (const words of revertedWords(watchedEndpoint, prior, planned, client, unknown)) warn(...words);
    const unchangeable = client?.lacksOperation('webhooks.update') ? onPlatform.filter(isChanged) : [];
    for (const name of unchangeable) replaceFor(name);
    const replaces = isReplacedForDegradation(prior, planned) && replaceFor('status');
    const removal = {
      stays: client?.lacksOperation('webhooks.delete') === true,
      why: unchangeable.length > 0 ? unchangeableInPlace(unchangeable) : undefined,
    };
    const isReplaced = replaces || unchangeable.length > 0;
    const findings = isReplaced
      ? replacedEndpoint(prior, planned, isKnown, removal)
      : changedEndpoint(prior, planned, isKnown);
    for (const warning of endpointWarnings(prior, findings)) warn(...warning);
    // A platform without updates has taken no secret.
    if (client?.lacksOperation('webhooks.update')) noted.secretSent.write(notes, undefined);
    else if (!isReplaced) planSecret(prior, planned, { notes, warn, isKnown, recompute });
    const sent = isReplaced ? secret : secretToSend(prior, planned, notes);
    if (endsInSpace(sent ?? '')) warn(...spaceAtEnd);
    const isNamed = prior.status === 'degraded' && !isReplaced && planned.on_degraded !== 'ignore';
    if (isNamed) warn(...degradedEndpoint(prior.id, prior.url));
  },

  async create(planned, context) {
    const secret = planned.secret ?? planned.secret_wo;
    if (secret === undefined) {
      const [summary, next] = missingSecret;
      throw new Refused(summary, 'Neither secret nor secret_wo has a value.', next);
    }
    const { id, status, created_at } = await context.client.webhooks.create({ ...planned, secret }, context);
    noted.beforeDrift.write(context.notes, undefined);
    noted.secretSent.write(context.notes, undefined);
    for (const words of unknownStatus(id, status, undefined)) context.warn(...words);
    return { ...planned, id, status, created_at };
  },

  async read(state, context) {
    try {
      const endpoint = await context.client.webhooks.find(state.id, state);
      for (const words of noteRefresh(watchedEndpoint, state, endpoint, context)) context.warn(...words);
      return endpoint && shownEndpoint(state, endpoint, context);
    } catch (error) {
      const kept = state.url === undefined ? undefined : state;
      return keepUnobservable(error, kept, 'webhook endpoints', context);
    }
  },

  async update(prior, planned, context) {
    const { client, notes } = context;
    const secret = secretToSend(prior, planned, notes);
    const changes = changesOf(webhooks.fields, prior, { ...planned, secret });
    const wanted = { ...planned, secret: planned.secret_wo ?? planned.secret };
    if (changes) await client.webhooks.update(prior.id, changes, wanted, context);
    noted.beforeDrift.write(notes, undefined);
    if (secret !== undefined) noted.secretSent.write(notes, undefined);
    // The plan has promised the previous status. If the status has changed since, the next refresh shows it.
    return { ...prior, ...planned };
  },

  planDelete({ prior, client, warn }) {
    if (client?.lacksOperation('webhooks.delete'))
      warn(...endpointLeftBehind(prior.id, receiverOf(prior.url)));
  },

  async delete({ id, url }, { client, warn, notes }) {
    if (client.lacksOperation('webhooks.delete')) warn(...endpointLeftBehind(id, receiverOf(url)));
    else await client.webhooks.delete(id, { warn, notes });
  },
});
