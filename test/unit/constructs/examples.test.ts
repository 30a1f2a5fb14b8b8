import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packageFolder, packageName } from './package-under-test';

const documented = z.object({ docs: z.object({ example: z.string().optional() }).optional() });
const { types } = z
  .object({ types: z.record(z.string(), documented) })
  .parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));

const names = ['ApiKey', 'SvcPolicy', 'SvcProvider', 'WebhookEndpoint'];
const begins = (name: string) => `new ${name}(`;
const texts = new Map(
  names.flatMap(name => {
    const example = types[`${packageName}.${name}`]?.docs?.example ?? '';
    const wrong = example.replace(begins(name), `${begins(name)}0, `);
    return [[fileOf(name), example] as const, [fileOf(`${name}-wrong`), wrong] as const];
  }),
);
const program = compiled();

it.each(names)('the example of %s shows it, and compiles', name => {
  expect(texts.get(fileOf(name))).toContain(begins(name));
  expect(errorsIn(fileOf(name))).toEqual([]);
  expect(errorsIn(fileOf(`${name}-wrong`))).not.toEqual([]);
});

function fileOf(name: string): string {
  return `test/unit/constructs/of-the-examples-${name}.ts`;
}

/** One program for all: each would read the types of the libraries again. */
function compiled(): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', name => readFileSync(name, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, '.');
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022);
  };
  return ts.createProgram([...texts.keys()], options, host);
}

const errorsIn = (file: string) =>
  program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
