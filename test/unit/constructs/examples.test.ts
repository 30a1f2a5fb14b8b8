import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { cdk, packageFolder, packageName } from './package-under-test';

const member = z.object({
  name: z.string(),
  docs: z.object({ example: z.string().optional() }).optional(),
});
const { types } = z
  .object({ types: z.record(z.string(), z.object({ properties: z.array(member).optional() })) })
  .parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));

/** Interfaces, and the members that people do not write in their first weeks. */
const configurations: Readonly<Record<string, readonly string[]>> = {
  WebhookEndpointConfig: [],
  ApiKeyConfig: [],
  SvcProviderConfig: ['allowSelfRevoke', 'listsAreWhole', 'maxRetries', 'requestsPerSecond'],
};

const examplesOf = (name: string) =>
  (types[`${packageName}.${name}`]?.properties ?? [])
    // The meta-arguments are CDK Terrain's.
    .filter(
      ({ name: property }) =>
        !['connection', 'count', 'dependsOn', 'forEach', 'lifecycle', 'provider', 'provisioners'].includes(
          property,
        ),
    )
    .map(({ name: property, docs }) => [property, docs?.example] as const);

it.each(Object.entries(configurations))(
  'each member of %s that people write has an example',
  (name, others) => {
    expect(examplesOf(name).length).toBeGreaterThan(4);
    const without = examplesOf(name).flatMap(([property, example]) =>
      example === undefined ? [property] : [],
    );
    expect(without.sort()).toEqual(others);
  },
);

it('every example compiles', () => {
  const configs = Object.keys(configurations).map(name => {
    const members = examplesOf(name).flatMap(([property, example]) =>
      example === undefined ? [] : `${property}: ${example},`,
    );
    return `export const one${name}: Partial<svc.${name}> = {\n${members.join('\n')}\n};`;
  });
  const names = ['ApiScope', 'EphemeralVariable', 'EventType', 'OnDegraded', 'PlatformOperation', 'Refresh'];
  const text = `import * as svc from '${packageName}';
import { type TerraformStack, TerraformVariable } from '${cdk}';
const { ${names.join(', ')} } = svc;
declare const stack: TerraformStack;
${configs.join('\n')}`;
  expect(errorsOf(text)).toEqual([]);
  expect(errorsOf(text.replace('OnDegraded.REPLACE', 'OnDegraded.REPLAC'))).toHaveLength(1);
});

function errorsOf(text: string): string[] {
  const file = 'test/unit/constructs/of-the-examples.ts';
  expect(existsSync(file)).toBe(false);
  const { config } = ts.readConfigFile('tsconfig.json', name => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const source = program.getSourceFile(file);
  return program
    .getSemanticDiagnostics(source)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
