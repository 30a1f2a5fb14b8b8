import { originOf } from './configuration';
import { isObject, type Json, listIn, member, objectIn } from './json';
import type { Plan } from './plan';
import { isOurs } from './planned-object';

/** Attributes that are secret in every plan of this provider, marked or not. */
export const alwaysSecret = ['key', 'secret', 'secret_wo'] as const;

/** The arguments that take a secret, by type of block. */
export const secretArguments: Readonly<Partial<Record<string, readonly string[]>>> = {
  svc_webhook_endpoint: ['secret', 'secret_wo'],
  provider: ['api_key'],
};

/**
 * Returns every sensitive text of a plan: values that the provider or the configuration marks, of all providers;
 * values of sensitive root variables, which stand raw in a plan; constants of secret arguments.
 */
export function sensitiveTexts(plan: Plan): ReadonlySet<string> {
  const found = new Set<string>();
  for (const object of [...plan.changes, ...plan.drift]) {
    collectMarked(object.before, object.beforeSensitive, found);
    collectMarked(object.after, object.afterSensitive, found);
    if (!isOurs(object)) continue;
    for (const name of alwaysSecret) {
      collect(member(object.before, name), found);
      collect(member(object.after, name), found);
    }
  }
  collectStates(plan.json, found);
  for (const change of Object.values(objectIn(member(plan.json, 'output_changes')))) {
    collectMarked(member(change, 'before'), member(change, 'before_sensitive'), found);
    collectMarked(member(change, 'after'), member(change, 'after_sensitive'), found);
  }
  collectVariables(plan, found);
  collectConstants(plan, found);
  return found;
}

/** The resources of `planned_values` are those of the changes. The prior state has more: data sources, and excluded ones. */
function collectStates(json: Json, found: Set<string>): void {
  const prior = member(member(json, 'prior_state'), 'values');
  for (const values of [member(json, 'planned_values'), prior]) {
    for (const output of Object.values(objectIn(member(values, 'outputs'))))
      if (member(output, 'sensitive') === true) collect(member(output, 'value'), found);
  }
  collectModule(member(prior, 'root_module'), found);
}

function collectModule(module: Json, found: Set<string>): void {
  for (const resource of listIn(member(module, 'resources')))
    collectMarked(member(resource, 'values'), member(resource, 'sensitive_values'), found);
  for (const child of listIn(member(module, 'child_modules'))) collectModule(child, found);
}

function collectVariables({ json, variables, configuration }: Plan, found: Set<string>): void {
  const root = member(member(json, 'configuration'), 'root_module');
  for (const name of configuration.sensitiveVariables) {
    collect(variables.get(name), found);
    collect(member(member(member(root, 'variables'), name), 'default'), found);
  }
}

/** Terraform marks the values of secret arguments, and not the constants that the configuration gives for them. */
function collectConstants({ configuration }: Plan, found: Set<string>): void {
  for (const { expressions, scope, type } of [
    ...configuration.blocks.values(),
    ...configuration.providers.values(),
  ]) {
    for (const name of secretArguments[type] ?? [])
      for (const constant of originOf(member(expressions, name), scope).constants) collect(constant, found);
  }
}

/** Walks the marks, of which there are few, beside the values. */
function collectMarked(value: Json, marks: Json, found: Set<string>): void {
  if (marks === true) collect(value, found);
  else if (Array.isArray(marks)) {
    const parts = listIn(value);
    marks.forEach((mark, index) => {
      if (mark !== false) collectMarked(parts[index], mark, found);
    });
  } else if (isObject(marks)) {
    for (const [name, mark] of Object.entries(marks))
      if (mark !== false) collectMarked(member(value, name), mark, found);
  }
}

/** Adds every text and number within a value. */
function collect(value: Json, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'number') found.add(String(value));
  else if (Array.isArray(value)) for (const part of value) collect(part, found);
  else if (isObject(value)) for (const part of Object.values(value)) collect(part, found);
}
