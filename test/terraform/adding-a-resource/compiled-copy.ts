import { join } from 'node:path';
import ts from 'typescript';

/**
 * The compiler with the settings of a project of a copy of the repository. It parses each file once, and checks one file
 * only: one `tsc` for each change took ten times the processor time.
 */
export class CompiledCopy {
  private readonly parsed = new Map<string, ts.SourceFile>();
  private readonly host: ts.CompilerHost;
  private readonly options: ts.CompilerOptions;

  constructor(
    private readonly folder: string,
    project: string,
  ) {
    const { config } = ts.readConfigFile(join(folder, project), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    this.options = { ...options, declaration: true };
    this.host = ts.createCompilerHost(options);
    const read = this.host.getSourceFile;
    this.host.getSourceFile = (name, ...more) => {
      const kept = this.parsed.get(name);
      if (kept !== undefined && kept.text === ts.sys.readFile(name)) return kept;
      const file = read(name, ...more);
      if (file && kept === undefined) this.parsed.set(name, file);
      return file;
    };
  }

  /** The errors in one file, after changes of any others. */
  faultsIn(path: string): readonly string[] {
    const name = join(this.folder, path);
    const program = ts.createProgram([name], this.options, this.host);
    const file = program.getSourceFile(name);
    if (file === undefined) throw new Error(`The copy has no ${path}.`);
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
