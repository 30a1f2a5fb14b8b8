import { join, relative } from 'node:path';
import ts from 'typescript';

/**
 * The compiler over a project of a copy of the repository. It parses each file once, and after a change checks one file
 * only: one `tsc` for each change took ten times the processor time.
 */
export class CompiledCopy {
  private readonly parsed = new Map<string, ts.SourceFile>();
  private readonly host: ts.CompilerHost;
  private readonly whole: ts.Program;

  constructor(
    private readonly folder: string,
    project: string,
  ) {
    const { config } = ts.readConfigFile(join(folder, project), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    this.host = ts.createCompilerHost(options);
    const read = this.host.getSourceFile;
    this.host.getSourceFile = (name, ...more) => {
      const kept = this.parsed.get(name);
      if (kept !== undefined && kept.text === ts.sys.readFile(name)) return kept;
      const file = read(name, ...more);
      if (file && kept === undefined) this.parsed.set(name, file);
      return file;
    };
    this.whole = ts.createProgram(fileNames, { ...options, declaration: true }, this.host);
  }

  /** The errors in all files of the project. */
  faults(): readonly string[] {
    const ours = this.whole.getSourceFiles().filter(({ fileName }) => !fileName.includes('/node_modules/'));
    return ours.flatMap(file => this.faultsOf(this.whole, file));
  }

  /** The errors in one file, after changes of any others. */
  faultsIn(path: string): readonly string[] {
    const { whole, host } = this;
    const program = ts.createProgram(whole.getRootFileNames(), whole.getCompilerOptions(), host, whole);
    const file = program.getSourceFile(join(this.folder, path));
    if (file === undefined) throw new Error(`The project has no ${path}.`);
    return this.faultsOf(program, file);
  }

  private faultsOf(program: ts.Program, file: ts.SourceFile): readonly string[] {
    const path = relative(this.folder, file.fileName);
    // The types of the sandbox are published: each must have a name.
    const isPublished = path.startsWith('src/sandbox/');
    const found = [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
      ...(isPublished ? program.getDeclarationDiagnostics(file) : []),
    ];
    return found.map(({ messageText }) => `${path}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  }
}
