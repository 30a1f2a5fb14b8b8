import { parsedJson, shown } from './policy';

/** An entry of `accepted-risks.json`: somebody accepts one judgement of one instance, for a time. */
export interface AcceptedRisk {
  /** Name of a rule of a policy, or of a risk of the report. */
  readonly rule: string;
  /** Address of the instance in Terraform, such as `svc_api_key.ci["eu"]`. */
  readonly address: string;
  readonly reason: string;
  /** The last day on which the entry holds, in UTC: `2027-01-31`. At most 366 days from now. */
  readonly expires: string;
  /** Name of the one cdktf stack that the entry is for. @default each stack */
  readonly stack?: string | undefined;
}

export const acceptedRisksFile = 'accepted-risks.json';

export const dayInUtc = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Somebody accepts a risk anew each year: an entry with a later day accepts nothing. */
export const longestDays = 366;

export const isTooLong = ({ expires }: AcceptedRisk, today: string): boolean =>
  Date.parse(expires) - Date.parse(today) > longestDays * 24 * 60 * 60 * 1000;

export const isExpired = (entry: AcceptedRisk, today: string): boolean =>
  entry.expires < today || isTooLong(entry, today);

export const isForStack = ({ stack }: AcceptedRisk, name: string | undefined): boolean =>
  stack === undefined || stack === name;

/** A policy and a plan judge the same thing here, so one entry is enough. */
export const judgementOf = (rule: string): string =>
  rule === 'unrestricted-key' ? 'forbidUnrestricted' : rule;

/**
 * Reads the text of `accepted-risks.json`.
 *
 * @param names the names that an entry can have
 * @throws {Error} for the first error
 */
export function readAcceptedRisks(text: string, names: readonly string[]): readonly AcceptedRisk[] {
  const json = parsedJson(text);
  if (!Array.isArray(json)) throw new Error(`It is a list of entries, and this is ${shown(json)}.`);
  return json.map((entry: unknown, index) => acceptedRisk(entry, `Entry ${index + 1}`, names));
}

/** Two names or more with dots between, and keys of instances: `output.x`, `module.m["a"].svc_api_key.ci[0]`. */
const isAddress = (text: string): boolean =>
  /^[^\s.[\]"]+(?:\.[^\s.[\]"]+)+$/.test(text.replace(/\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g, ''));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const members = ['rule', 'address', 'reason', 'expires', 'stack'];

/** @param place where the entry stands, for the message */
function acceptedRisk(entry: unknown, place: string, names: readonly string[]): AcceptedRisk {
  const fail = (what: string): never => {
    throw new Error(`${place}: ${what}`);
  };
  if (typeof entry !== 'object' || entry === null) return fail(`${shown(entry)} is no entry.`);
  const { rule, address, reason, expires, stack }: Readonly<Record<string, unknown>> = { ...entry };
  const stranger = Object.keys(entry).find(name => !members.includes(name));
  if (stranger !== undefined) return fail(`${shown(stranger)} is none of ${members.join(', ')}.`);
  if (!isText(rule) || !names.includes(rule))
    return fail(`rule: ${shown(rule)} is no risk and no rule of a policy. There are ${names.join(', ')}.`);
  if (!isText(address) || !isAddress(address))
    return fail(`address: ${shown(address)} is no address, such as svc_api_key.ci["eu"].`);
  if (!isText(reason) || !saysSomething(reason))
    return fail('reason: Say in plain words why it is accepted.');
  if (!isText(expires) || !isDay(expires))
    return fail(`expires: ${shown(expires)} is no day, such as "2027-01-31".`);
  if (stack !== undefined && !isText(stack)) return fail(`stack: ${shown(stack)} is no name of a stack.`);
  return { rule, address, reason: reason.trim(), expires, stack };
}

/** Something that can be read. Unicode counts fillers, which are drawn as nothing, among the letters. */
const saysSomething = (reason: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(reason);

/** Node.js reads the 30th of February as a day in March. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && dayInUtc(time) === text;
}
