import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packageFolder, packageName } from './package-under-test';

const documented = z.object({ docs: z.object({ example: z.string().optional() }).optional() });
const { types } = z
  .object({ types: z.record(z.string(), documented) })
  .parse(JSON.parse(readFileSync(`${packageFolder}/.jsii`, 'utf8')));

it.each(['ApiKey', 'SvcPolicy', 'SvcProvider', 'WebhookEndpoint'])(
  'the example of %s shows it, and compiles',
  name => {
    const example = types[`${packageName}.${name}`]?.docs?.example ?? '';
    const begins = `new ${name}(`;
    expect(example).toContain(begins);
    expect(errorsOf(example)).toEqual([]);
    expect(errorsOf(example.replace(begins, `${begins}0, `))).not.toEqual([]);
  },
);

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
