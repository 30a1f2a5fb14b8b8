import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import packageJson from '../../../package.json';
import { cdk, packageFolder, packageName } from './package-under-test';

/** The part of a jsii assembly that decides what users of the other languages see. */
const documented = z.object({
  name: z.string(),
  docs: z.object({ summary: z.string().optional() }).optional(),
});
const type = z.object({
  kind: z.string(),
  base: z.string().optional(),
  docs: z.object({ summary: z.string().optional() }).optional(),
  properties: z.array(documented).optional(),
});
const assembly = z
  .object({
    version: z.string(),
    types: z.record(z.string(), type),
    targets: z.record(z.string(), z.unknown()),
  })
  .parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));

const named = (name: string) => assembly.types[`${packageName}.${name}`];

describe('what jsii shows to Python, Java, C# and Go', () => {
  it('has the version of this package', () => {
    expect(assembly.version).toBe(packageJson.version);
    expect(Object.keys(assembly.targets).sort()).toEqual(['dotnet', 'go', 'java', 'js', 'python']);
  });

  it('has no generated base, but its members on the construct', () => {
    expect(Object.keys(assembly.types).filter(name => /Base(Config)?$/.test(name))).toEqual([]);
    expect(named('WebhookEndpoint')?.base).toBe(`${cdk}.TerraformResource`);
    const members = named('WebhookEndpoint')?.properties?.map(({ name }) => name);
    expect(members).toEqual(expect.arrayContaining(['id', 'url', 'urlInput', 'status', 'tfResourceType']));
  });

  it('documents every property of a configuration', () => {
    const configurations = ['WebhookEndpointConfig', 'ApiKeyConfig', 'SvcProviderConfig', 'SvcPolicyConfig'];
    for (const name of configurations) {
      const properties = named(name)?.properties ?? [];
      expect(properties.length).toBeGreaterThan(0);
      expect(properties.filter(({ docs }) => docs?.summary === undefined)).toEqual([]);
    }
  });

  it('documents every attribute that can be read', () => {
    const silent = Object.entries(assembly.types).flatMap(([owner, { kind, properties = [] }]) =>
      kind === 'class'
        ? properties
            .filter(({ name, docs }) => docs?.summary === undefined && isAttribute(name))
            .map(({ name }) => `${owner}.${name}`)
        : [],
    );
    expect(silent).toEqual([]);
  });
});

/** The rest is cdktf's own, the same in every generated class. */
function isAttribute(name: string): boolean {
  return !/Input$|^tfResourceType$|^internalValue$|^alias$|^terraform|^wrapsSet$/.test(name);
}
