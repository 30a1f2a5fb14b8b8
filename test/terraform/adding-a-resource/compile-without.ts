/**
 * Compiles the repository in this folder, whole and then without some files or lines. A program of its own, since the
 * compiler would keep a worker of vitest from answering. Argument: JSON of a list of `LeftOut`. Prints JSON: the errors
 * of each.
 */
import { resolve } from 'node:path';
import ts from 'typescript';

export interface LeftOut {
  /** The constructs have a configuration of the compiler of their own, which is that of jsii. */
  readonly project: 'tsconfig.json' | 'tsconfig.constructs.json';
  /** By path; what the file holds instead, or `null` where it is not there. */
  readonly files: Readonly<Record<string, string | null>>;
  /** Where an error is looked for; the whole program unless given. */
  readonly at?: string;
}

/** Parts of the repository that have to do with resources. */
const isCompiled = (name: string) => /\/(src\/|test\/terraform\/resources\/)/.test(name);

/** One configuration of the compiler. What was parsed and bound once serves each compilation. */
class Project {
  readonly #parsed = new Map<string, ts.SourceFile | undefined>();
  readonly #options: ts.CompilerOptions;
  readonly #roots: readonly string[];
  #program: ts.Program | undefined;

  constructor(configuration: string) {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
    const found = ts.getParsedCommandLineOfConfigFile(configuration, { noEmit: true }, host);
    if (found === undefined) throw new Error(`${configuration} cannot be read.`);
    this.#options = found.options;
    this.#roots = found.fileNames.filter(isCompiled);
  }

  errorsWithout({ files, at }: LeftOut): readonly string[] {
    const replaced = new Map(Object.entries(files).map(([path, text]) => [resolve(path), text]));
    const program = ts.createProgram({
      rootNames: this.#roots.filter(name => replaced.get(name) !== null),
      options: this.#options,
      host: this.#hostWith(replaced),
      ...(this.#program && { oldProgram: this.#program }),
    });
    this.#program = program;
    const file = at === undefined ? undefined : program.getSourceFile(resolve(at));
    if (at !== undefined && file === undefined) throw new Error(`${at} is not compiled.`);
    return program.getSemanticDiagnostics(file).map(found => say(found.file, found.messageText));
  }

  #hostWith(replaced: ReadonlyMap<string, string | null>): ts.CompilerHost {
    const host = ts.createCompilerHost(this.#options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = name => (replaced.has(name) ? replaced.get(name) !== null : fileExists(name));
    host.readFile = name => (replaced.has(name) ? (replaced.get(name) ?? undefined) : readFile(name));
    host.getSourceFile = (name, language) => {
      const text = replaced.get(name);
      if (text === null) return undefined;
      if (text !== undefined) return ts.createSourceFile(name, text, language, true);
      if (!this.#parsed.has(name)) this.#parsed.set(name, getSourceFile(name, language));
      return this.#parsed.get(name);
    };
    return host;
  }
}

function say(file: ts.SourceFile | undefined, message: string | ts.DiagnosticMessageChain): string {
  return `${file?.fileName.replace(`${process.cwd()}/`, '')}: ${ts.flattenDiagnosticMessageText(message, ' ')}`;
}

const cases: readonly LeftOut[] = JSON.parse(process.argv[2] ?? '[]');
const projects = new Map(cases.map(({ project }) => [project, new Project(project)]));
process.stdout.write(JSON.stringify(cases.map(each => projects.get(each.project)?.errorsWithout(each))));
