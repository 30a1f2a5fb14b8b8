import { wire } from '../contract/page';
import { parse, property } from './platform-refusal';

const mostParts = 20;

/**
 * Returns why the request was refused, as a body of any usual shape says it: `{error}`, `{message}`, RFC 9457, `{errors}` as a
 * list or by field. It is only shown. A gateway may have written it, so it is no evidence of anything.
 * @param clean makes a text of the platform fit to be shown
 */
export function readReason(body: string | undefined, clean: (text: string) => string): string | undefined {
  const parsed = parse(body);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const error = property(parsed, wire.error) ?? property(parsed, 'error');
  const words = reasonIn(error);
  // Beside a code in `error`, OAuth has `error_description`.
  const reason = typeof error === 'string' ? (reasonIn(parsed) ?? words) : (words ?? reasonIn(parsed));
  return reason === undefined ? undefined : clean(reason) || undefined;
}

function reasonIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const text = (name: string) => {
    const part = property(value, name);
    return typeof part === 'string' && part !== '' ? part : undefined;
  };
  const detail = text('message') ?? text('error_description') ?? text('detail');
  const place = text('title') ?? text('field');
  const own = [place, detail].filter(part => part !== undefined).join(': ');
  return own || reasonsIn(property(value, 'errors'));
}

function reasonsIn(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  const parts = Array.isArray(errors)
    ? errors.slice(0, mostParts).map(each => reasonIn(each))
    : byField(errors);
  return parts.filter(part => part !== undefined).join('; ') || undefined;
}

const byField = (errors: object) =>
  Object.entries(errors)
    .slice(0, mostParts)
    .flatMap(([name, problem]: [string, unknown]) => {
      const texts = (Array.isArray(problem) ? problem.slice(0, mostParts) : [problem]).map(each =>
        reasonIn(each),
      );
      const said = texts.filter(text => text !== undefined).join(', ');
      return said === '' ? [] : [`${name}: ${said}`];
    });
