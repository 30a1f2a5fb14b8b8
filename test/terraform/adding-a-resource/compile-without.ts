/**
 * Compiles the repository in this folder, whole and then without one file or line each time. A program of its own,
 * since the compiler would keep a worker of vitest from answering. Argument: JSON of what is left out, as a list of
 * `{ path, text }` (`text` absent for a file that is not there). Prints JSON: for each, the files with an error.
 */
import { resolve } from 'node:path';
import ts from 'typescript';

export interface LeftOut {
  /** By path; what the file holds instead, or `null` where it is not there. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Where an error is looked for; the whole program unless given. */
  readonly at?: readonly string[];
}

const configuration = ts.getParsedCommandLineOfConfigFile(
  'tsconfig.json',
  { noEmit: true },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
);
if (configuration === undefined) throw new Error('tsconfig.json cannot be read.');
const { options } = configuration;
const roots = configuration.fileNames.filter(name => /\/(src\/|test\/terraform\/resources\/)/.test(name));

const parsed = new Map<string, ts.SourceFile | undefined>();
let program: ts.Program | undefined;

function errorsWithout({ files, at }: LeftOut): readonly string[] {
  const replaced = new Map(Object.entries(files).map(([path, text]) => [resolve(path), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = name => (replaced.has(name) ? replaced.get(name) !== null : fileExists(name));
  host.readFile = name => (replaced.has(name) ? (replaced.get(name) ?? undefined) : readFile(name));
  host.getSourceFile = (name, language) => {
    const text = replaced.get(name);
    if (text !== undefined)
      return text === null ? undefined : ts.createSourceFile(name, text, language, true);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, language));
    return parsed.get(name);
  };
  const rootNames = roots.filter(name => replaced.get(name) !== null);
  program = ts.createProgram({ rootNames, options, host, ...(program && { oldProgram: program }) });
  const looked = at?.map(path => program?.getSourceFile(resolve(path)));
  const found = (looked ?? [undefined]).flatMap(file => program?.getSemanticDiagnostics(file) ?? []);
  return [...new Set(found.map(({ file, messageText }) => say(file, messageText)))];
}

function say(file: ts.SourceFile | undefined, message: string | ts.DiagnosticMessageChain): string {
  return `${file?.fileName.replace(`${process.cwd()}/`, '')}: ${ts.flattenDiagnosticMessageText(message, ' ')}`;
}

const cases: readonly LeftOut[] = JSON.parse(process.argv[2] ?? '[]');
process.stdout.write(JSON.stringify(cases.map(errorsWithout)));
