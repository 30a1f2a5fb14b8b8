import { shownHost } from '../../risks/host';
import type { Blanking } from '../blanking';
import type { Report } from '../model';
import { member } from '../plan/json';
import type { Plan } from '../plan/plan';

/**
 * Returns the platforms that provider blocks name. A plan does not tell a variable from a template around it, so a host is
 * shown only of a constant.
 */
export function platformsOf({ configuration }: Plan, shown: Blanking): Report['plan']['platforms'] {
  return [...configuration.providers.values()].flatMap(({ expressions, address }) => {
    const expression = member(expressions, 'base_url');
    const constant = member(expression, 'constant_value');
    // Of a function, such as `join`, a plan has an expression without any member.
    const isSet = expression !== undefined && constant !== null;
    const host = member(expression, 'references') === undefined ? shownHost(constant) : undefined;
    const provider = shown.text(address.replace(/provider\./, ''));
    return isSet ? [{ provider, host: host === undefined ? null : shown.host(host) }] : [];
  });
}
