import { isComputed } from '../define/attribute';
import type { ActionDefinition, ProviderDefinition, ResourceDefinition } from '../define/definition';
import type { FunctionDefinition } from '../define/provider-function';
import type { Attribute, Attributes, ScalarType, ValueType } from '../define/schema-types';
import { isListable, type Listable } from '../rpc/list-resource';
import { type Member, walkTypes } from '../values/walk';
import { page } from './page';

/** What a page describes, besides the provider. */
type Kind = 'resource' | 'list-resource' | 'data-source' | 'action' | 'function';

/** Returns the example of a definition from the repository's examples, unchanged. */
export type ExampleOf = (kind: 'provider' | Kind, name: string) => string;

/** One page of the registry's documentation, with its path below `docs/`. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** What a page says besides its example. */
interface Said {
  readonly description: string;
  readonly lines: readonly string[];
}

/** Generates the provider's reference from the definitions, in the layout of Terraform's registry. */
export function referencePages<Client>(
  provider: ProviderDefinition<Client>,
  exampleOf: ExampleOf,
): readonly Page[] {
  const { name: its, resources } = provider;
  const pages = <Definition extends { readonly name: string }>(
    kind: Kind,
    definitions: readonly Definition[],
    say: (definition: Definition) => Said,
  ) =>
    definitions.map(definition => {
      const { name } = definition;
      const { description, lines } = say(definition);
      const subject = { name, kind: kind.replace('-', ' ') };
      const file = name.replace(new RegExp(`^${its}_`), '');
      const text = page(its, subject, description, exampleOf(kind, name), lines);
      return { path: `${kind}s/${file}.md`, text };
    });
  const example = exampleOf('provider', its);
  const own = page(its, undefined, provider.description, example, attributeSections(provider.attributes));
  return [
    { path: 'index.md', text: own },
    ...pages('resource', resources, resourceSaid),
    ...pages('list-resource', resources.filter(isListable), listSaid),
    ...pages('data-source', provider.dataSources, ({ description, attributes }) => ({
      description,
      lines: attributeSections(attributes),
    })),
    ...pages('action', provider.actions, actionSaid),
    ...pages('function', provider.functions, definition => functionSaid(definition, its)),
  ];
}

function resourceSaid<Client>({ name, description, attributes }: ResourceDefinition<Client>): Said {
  const importing = [
    '## Import',
    '',
    'By its `id`:',
    '',
    '```shell',
    `terraform import ${name}.example ID`,
    '```',
    '',
    'By its identity, with Terraform 1.12 and newer:',
    '',
    '```terraform',
    'import {',
    `  to       = ${name}.example`,
    '  identity = { id = "ID" }',
    '}',
    '```',
  ];
  return { description, lines: [...attributeSections(attributes), ...importing] };
}

function listSaid<Client>({ list: { description, filters } }: Listable<Client>): Said {
  const use =
    'For `terraform query` of Terraform 1.14 and newer. `include_resource = true` shows the attributes of each object, and ' +
    '`limit` is 100 by default. `-generate-config-out=FILE` writes blocks that import what is listed.';
  const rule = 'The block `config` filters the list. An object is listed if it passes all filters.';
  return { description: `${description} ${use}`, lines: [rule, '', ...attributeSections(filters)] };
}

function actionSaid({ name, description, attributes }: ActionDefinition): Said {
  const use =
    'For Terraform 1.14 and newer: `terraform apply -invoke=action.' +
    `${name}.NAME\` invokes it alone, and an \`action_trigger\` of a resource with its changes.`;
  const rule =
    'These are the arguments of the block `config`. A plan file contains them, except those that are ephemeral.';
  return { description: `${description} ${use}`, lines: [rule, '', ...attributeSections(attributes)] };
}

/**
 * ConfigureProvider does not say what it is called for. If a configuration without an address were accepted for
 * the functions, a forgotten address would be reported for each object, not at the start of a run.
 */
const whatItNeeds =
  'Terraform calls it without configuring the provider. OpenTofu configures the provider first if the configuration has a ' +
  '`provider` block for it, which then needs an address and a credential, as for resources.';

function functionSaid(definition: FunctionDefinition, provider: string): Said {
  const parameters = Object.entries(definition.parameters);
  const call = `provider::${provider}::${definition.name}(${parameters.map(([name]) => name).join(', ')})`;
  return {
    description: `${definition.description} Terraform 1.8 and newer.\n\n${whatItNeeds}`,
    lines: [
      '## Signature',
      '',
      `\`${call}\`: ${typeName(definition.returns)}`,
      '',
      ...parameters.map(
        ([name, { type, description }]) => `- \`${name}\` (${typeName(type)}): ${description}`,
      ),
    ],
  };
}

const sections = [
  ['Required', (attribute: Attribute) => attribute.mode === 'required'],
  ['Optional', (attribute: Attribute) => ['optional', 'defaulted'].includes(attribute.mode)],
  ['Read-only', isComputed],
] as const;

/** The description of a type, and the lines about the attributes inside it. */
interface Described {
  readonly name: string;
  readonly lines: readonly string[];
}

const described = walkTypes<Described>({
  scalar: type => ({ name: scalarName(type), lines: [] }),
  list: element => ({ ...element, name: `list of ${element.name}` }),
  set: element => ({ ...element, name: `set of ${element.name}` }),
  map: element => ({ ...element, name: `map of ${element.name}` }),
  object: members => ({ name: 'object', lines: members.flatMap(nestedLines) }),
});

function scalarName(type: ScalarType): string {
  if (type.kind !== 'string' || type.meanings === undefined) return type.kind;
  return Object.keys(type.meanings)
    .map(choice => `\`"${choice}"\``)
    .join(' or ');
}

function typeName(type: ValueType): string {
  return described.ofType(type).name;
}

function attributeSections(attributes: Attributes): readonly string[] {
  return sections.flatMap(([title, belongs]) => {
    const members = described.membersOf(attributes).filter(({ attribute }) => belongs(attribute));
    if (members.length === 0) return [];
    return [`## ${title}`, '', ...members.flatMap(member => attributeLines(member)), ''];
  });
}

/** Describes an attribute inside an object. No heading says whether it is required, so its own line does. */
function nestedLines(member: Member<Described>): readonly string[] {
  const title = sections.find(([, belongs]) => belongs(member.attribute))?.[0];
  return attributeLines(member, title === undefined ? [] : [title.toLowerCase()]);
}

function attributeLines(
  { name, attribute, inner }: Member<Described>,
  presence: readonly string[] = [],
): readonly string[] {
  const marks = [
    inner.name,
    ...presence,
    ...(attribute.sensitive ? ['sensitive'] : []),
    ...(attribute.writeOnly ? ['write-only'] : []),
    ...(attribute.replaces ? ['replaces'] : []),
    ...(attribute.mode === 'defaulted' ? [`default \`${JSON.stringify(attribute.default)}\``] : []),
  ];
  return [
    `- \`${name}\` (${marks.join(', ')}): ${attribute.description}`,
    ...inner.lines.map(line => `  ${line}`),
  ];
}
