import { isComputed } from '../define/attribute';
import type {
  ActionDefinition,
  DataSourceDefinition,
  ListDefinition,
  ProviderDefinition,
  ResourceDefinition,
} from '../define/definition';
import type { FunctionDefinition } from '../define/provider-function';
import type {
  Attribute,
  Attributes,
  ListType,
  MapType,
  ScalarType,
  SetType,
  ValueType,
} from '../define/schema-types';
import { type Member, walkTypes } from '../values/walk';
import { page, titled } from './page';

/** Returns the example of a definition from the repository's examples, unchanged. */
export type ExampleOf = (
  kind: 'provider' | 'resource' | 'list-resource' | 'data-source' | 'action' | 'function',
  name: string,
) => string;

/** One page of the registry's documentation, with its path below `docs/`. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Generates the provider's reference from the definitions, in the layout of Terraform's registry. */
export function referencePages<Client>(
  provider: ProviderDefinition<Client>,
  exampleOf: ExampleOf,
): readonly Page[] {
  const short = (name: string) => name.slice(provider.name.length + 1);
  return [
    { path: 'index.md', text: providerPage(provider, exampleOf('provider', provider.name)) },
    ...provider.resources.map(resource => ({
      path: `resources/${short(resource.name)}.md`,
      text: resourcePage(resource, provider.name, exampleOf('resource', resource.name)),
    })),
    ...provider.resources.flatMap(({ name, list }) => {
      const path = `list-resources/${short(name)}.md`;
      return list
        ? [{ path, text: listPage(list, name, provider.name, exampleOf('list-resource', name)) }]
        : [];
    }),
    ...provider.dataSources.map(dataSource => ({
      path: `data-sources/${short(dataSource.name)}.md`,
      text: dataSourcePage(dataSource, provider.name, exampleOf('data-source', dataSource.name)),
    })),
    ...provider.actions.map(action => ({
      path: `actions/${short(action.name)}.md`,
      text: actionPage(action, provider.name, exampleOf('action', action.name)),
    })),
    ...provider.functions.map(definition => ({
      path: `functions/${definition.name}.md`,
      text: functionPage(definition, provider.name, exampleOf('function', definition.name)),
    })),
  ];
}

function providerPage<Client>(provider: ProviderDefinition<Client>, example: string): string {
  return page(
    { heading: `${provider.name} provider`, inList: `${provider.name} provider`, hasSubcategory: false },
    provider.description,
    example,
    attributeSections(provider.attributes),
  );
}

function resourcePage<Client>(
  resource: ResourceDefinition<Client>,
  provider: string,
  example: string,
): string {
  const importing = [
    '## Import',
    '',
    `By its \`${resource.importBy}\`:`,
    '',
    '```shell',
    `terraform import ${resource.name}.example ${resource.importBy.toUpperCase()}`,
    '```',
    '',
    'By its identity, with Terraform 1.12 and newer:',
    '',
    '```terraform',
    'import {',
    `  to       = ${resource.name}.example`,
    `  identity = { ${resource.importBy} = "${resource.importBy.toUpperCase()}" }`,
    '}',
    '```',
  ];
  return page(titled(resource.name, 'resource', provider), resource.description, example, [
    ...attributeSections(resource.attributes),
    ...importing,
  ]);
}

function listPage<Client>(
  { description, filters }: ListDefinition<Client>,
  name: string,
  provider: string,
  example: string,
): string {
  const use =
    'For `terraform query` of Terraform 1.14 and newer. `include_resource = true` shows the attributes of each object, and ' +
    '`limit` is 100 by default. `-generate-config-out=FILE` writes blocks that import what is listed.';
  return page(titled(name, 'list resource', provider), `${description} ${use}`, example, [
    'The block `config` filters the list. An object is listed if it passes all filters.',
    '',
    ...attributeSections(filters),
  ]);
}

function dataSourcePage<Client>(
  dataSource: DataSourceDefinition<Client>,
  provider: string,
  example: string,
): string {
  const sections = attributeSections(dataSource.attributes);
  return page(titled(dataSource.name, 'data source', provider), dataSource.description, example, sections);
}

function actionPage({ name, description, attributes }: ActionDefinition, provider: string, example: string) {
  const use =
    'For Terraform 1.14 and newer: `terraform apply -invoke=action.' +
    `${name}.NAME\` invokes it alone, and an \`action_trigger\` of a resource with its changes.`;
  return page(titled(name, 'action', provider), `${description} ${use}`, example, [
    'These are the arguments of the block `config`. A plan file contains them, except those that are ephemeral.',
    '',
    ...attributeSections(attributes),
  ]);
}

/**
 * ConfigureProvider does not say what it is called for. If a configuration without an address were accepted for
 * the functions, a forgotten address would be reported for each object, not at the start of a run.
 */
const whatItNeeds =
  'Terraform calls it without configuring the provider. OpenTofu configures the provider first if the configuration has a ' +
  '`provider` block for it, which then needs an address and a credential, as for resources.';

function functionPage(definition: FunctionDefinition, provider: string, example: string): string {
  const parameters = Object.entries(definition.parameters);
  const call = `provider::${provider}::${definition.name}(${parameters.map(([name]) => name).join(', ')})`;
  return page(
    titled(definition.name, 'function', provider),
    `${definition.description} Terraform 1.8 and newer.\n\n${whatItNeeds}`,
    example,
    [
      '## Signature',
      '',
      `\`${call}\`: ${typeName(definition.returns)}`,
      '',
      ...parameters.map(
        ([name, { type, description }]) => `- \`${name}\` (${typeName(type)}): ${description}`,
      ),
    ],
  );
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
  list: collection,
  set: collection,
  map: collection,
  object: members => ({ name: 'object', lines: members.flatMap(nestedLines) }),
});

function collection({ name, lines }: Described, { kind }: ListType | SetType | MapType): Described {
  return { name: `${kind} of ${name}`, lines };
}

function scalarName(type: ScalarType): string {
  if (type.kind !== 'string' || type.choices === undefined) return type.kind;
  return type.choices.map(choice => `\`"${choice}"\``).join(' or ');
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
