import { didYouMean } from '../../constructs/checks/did-you-mean';
import { computed, required } from '../../plugin/define/attribute';
import { string } from '../../plugin/define/value-type';
import { dataSource } from '../author';
import { readableText } from '../checks';
import { Refused } from '../errors/refused';
import { itemsOf } from '../listed';

/** One tenant, by its name or its id. A position in the list of all tenants changes with every new tenant. */
export const tenant = dataSource('svc_tenant', {
  description:
    'Finds one tenant that the provider’s key can see, by its name or its id. Needs the scope `tenants:read`.',
  attributes: {
    tenant: required(string, {
      check: readableText('Invalid tenant'),
      description: 'Name or id of the tenant. An id takes precedence.',
    }),
    id: computed(string, { description: 'Identifier; begins with `ten_`.' }),
    name: computed(string, { sometimes: true, description: 'Name of the tenant.' }),
  },
  async read({ tenant: wanted }, context) {
    const all = await itemsOf(context.client.tenants.list(), context);
    const byName = all.filter(({ name }) => name === wanted);
    const found = all.find(({ id }) => id === wanted) ?? byName[0];
    if (byName.length > 1 && found === byName[0]) {
      const ids = byName.map(({ id }) => id).join(', ');
      throw new Refused(
        'Several tenants have this name',
        `${JSON.stringify(wanted)} is the name of ${ids}.`,
        'Give one of these ids.',
      );
    }
    if (found !== undefined) return { tenant: wanted, id: found.id, name: found.name };
    const names = all.flatMap(({ name }) => name ?? []);
    throw new Refused(
      'Tenant was not found',
      `The list that the provider’s key sees has no tenant with the name or the id ${JSON.stringify(wanted)}.`,
      `${didYouMean(wanted, names)}The data source svc_tenants lists the tenants that the key sees.`,
    );
  },
});
