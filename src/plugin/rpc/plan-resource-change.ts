import { isComputed } from '../define/attribute';
import type { ResourceDefinition } from '../define/definition';
import { type DraftPlan, draftPlan } from '../planning/draft-plan';
import type { PlanResourceChange_Request, PlanResourceChange_Response } from '../protocol/gen/protocol';
import { type DynamicValue, decodeDynamicValue, encodeDynamicValue, isAbsent } from '../values/dynamic-value';
import { isEqual, isIdentical } from '../values/equality';
import { fromPlain } from '../values/from-plain';
import { knowledgeOf } from '../values/known';
import { type RawObject, unknown } from '../values/raw';
import { toPlainObject, toPlannedObject } from '../values/to-plain';
import { withWriteOnly } from '../values/write-only';
import { Diagnostics } from './diagnostics';
import { identityOf } from './identity';
import { StoredNotes } from './private-notes';
import type { Session } from './session/session';

interface Planning<Client> {
  readonly session: Session<Client>;
  readonly definition: ResourceDefinition<Client>;
  readonly diagnostics: Diagnostics;
  readonly notes: StoredNotes;
}

/**
 * Plans one object: first the consequences of its definition, then its own rule.
 *
 * Terraform plans a replacement twice, with the prior state and without. It plans again during apply, and both plans
 * must agree. So no rule here may read a clock or the platform. Only warnings and errors about creates may.
 */
export function planResourceChange<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: PlanResourceChange_Request,
): PlanResourceChange_Response | Promise<PlanResourceChange_Response> {
  const diagnostics = new Diagnostics(definition.attributes);
  const notes = new StoredNotes(request.priorPrivate);
  const planning = { session, definition, diagnostics, notes };
  const prior = decodeDynamicValue(request.priorState);
  const config = decodeDynamicValue(request.config) ?? {};
  const isDelete = isAbsent(request.proposedNewState);
  const draft = isDelete ? planDelete(planning, prior) : planChange(planning, prior, config);
  const response = {
    plannedState: plannedStateOf(request, prior, draft),
    requiresReplace: [...(draft?.replaces ?? [])].map(name => ({ steps: [{ attributeName: name }] })),
    plannedPrivate: notes.encode(),
    // A create plans none: OpenTofu 1.12 cannot write an unknown identity to its state. Nor may an update plan another one: a
    // rotation returns it at apply.
    plannedIdentity: identityOf(prior),
    diagnostics: diagnostics.entries,
  };
  session.hasPlanned ||= response.plannedState !== request.priorState;
  const addError = (error: unknown) => {
    diagnostics.addFailure(error, { subject: definition.name, action: 'plan' }, session);
    return response;
  };
  try {
    // A replacement deletes the object, although the draft keeps its id.
    const kept = draft?.replaces.size === 0 ? draft.planned : undefined;
    const warning = prior === null ? undefined : session.changePlanned(definition, prior, kept);
    if (warning) diagnostics.warn(...warning);
  } catch (error) {
    return addError(error);
  }
  // An update that plans another identity, such as the rotation of a key, creates an object, too.
  if (draft?.planned['id'] !== unknown || diagnostics.hasErrors) return response;
  const isReplacement = prior === null && (request.priorPrivate ?? []).length > 0;
  const warnings = session.creationPlanned(definition, draft.planned, isReplacement);
  if (warnings === undefined) return response;
  return warnings.then(words => {
    for (const each of words) diagnostics.warn(...each);
    return response;
  }, addError);
}

/** Returns the planned state. If nothing changes, it returns the received bytes. */
function plannedStateOf(
  { priorState }: PlanResourceChange_Request,
  prior: RawObject | null,
  draft: DraftPlan | undefined,
): DynamicValue {
  if (draft === undefined) return encodeDynamicValue(null);
  return priorState && isIdentical(prior, draft.planned) ? priorState : encodeDynamicValue(draft.planned);
}

function planDelete<Client>(
  { session, definition, diagnostics, notes }: Planning<Client>,
  prior: RawObject | null,
): undefined {
  if (prior === null || !definition.planDelete) return;
  const { warn, fail } = diagnostics;
  definition.planDelete({
    prior: toPlainObject(definition.attributes, prior),
    client: session.client,
    notes,
    warn,
    fail,
  });
}

function planChange<Client>(
  planning: Planning<Client>,
  prior: RawObject | null,
  config: RawObject,
): DraftPlan {
  const { session, definition, diagnostics, notes } = planning;
  const { attributes } = definition;
  const { warn, fail } = diagnostics;
  const draft = draftPlan(attributes, prior, config);
  const rawOf = withWriteOnly(attributes, draft.planned, config);
  definition.plan?.({
    prior: prior ? toPlainObject(attributes, prior) : undefined,
    planned: toPlannedObject(attributes, rawOf),
    ...knowledgeOf(attributes, rawOf),
    client: session.client,
    notes,
    warn,
    fail,
    isChanged: name => {
      const type = attributes[name]?.type;
      return (
        prior !== null &&
        type !== undefined &&
        !isEqual(type, prior[name] ?? null, draft.planned[name] ?? null)
      );
    },
    ...editsOf(planning, draft),
  });
  return draft;
}

/** The methods by which a rule changes the draft of a plan. */
function editsOf<Client>(
  { session, definition: { attributes }, diagnostics }: Planning<Client>,
  { planned, replaces }: DraftPlan,
) {
  return {
    /**
     * An apply plans updates again, and values that were unknown are known then. They must not replace the object: Terraform
     * would report an inconsistent final plan. It plans a replacement again as a create, without prior state. No call says
     * which walk it is, but an apply refreshes nothing.
     */
    replaceFor: (name: string) => {
      const attribute = attributes[name];
      const isOutput = attribute !== undefined && isComputed(attribute);
      if (!session.hasRead && !isOutput && !diagnostics.hasErrors)
        diagnostics.fail(
          'Replacement was not planned',
          `${name} cannot change in place. A plan with -refresh=false, or without all of the provider's settings, ` +
            'plans no replacement for that. Nothing was changed. Plan again, with a refresh, and apply that plan.',
        );
      if (!session.hasRead) return false;
      replaces.add(name);
      if (isOutput) planned[name] = unknown;
      return true;
    },
    recompute: (name: string) => {
      planned[name] = unknown;
    },
    setComputed: (name: string, value: unknown) => {
      const attribute = attributes[name];
      if (attribute) planned[name] = fromPlain(attribute.type, value, name);
    },
    clear: (name: string) => {
      planned[name] = null;
    },
  };
}
