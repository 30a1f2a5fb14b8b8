import { posix } from 'node:path';
import ts from 'typescript';
import { type Finding, isGenerated, isTypeScript, type SourceFile } from './source-file';

/** A rule of the house, as a function over files, so that each can be shown to fail. */
export type HouseRule = (file: SourceFile) => readonly string[];

const isOurSource = (path: string) => path.startsWith('src/') && isTypeScript(path) && !isGenerated(path);
const isOurCode = (path: string) =>
  /^(src|test|scripts|bench|examples)\/.*\.m?[jt]s$/.test(path) && !isGenerated(path);

/** Longer files have found a second subject. */
export const longestFile = 250;

/** Files that put the pieces together, and those that define the clock which is handed in. */
const compositionRoots =
  /^src\/(cli\/|provider\/main\.ts$|plugin\/process\/(loaded-provider|serve|after-handshake|launch)\.ts$|client\/http\/clock\.ts$)/;

export const houseRules: Readonly<Record<string, HouseRule>> = {
  'files and folders are named in kebab-case': ({ path }) =>
    isOurCode(path) && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(posix.basename(path)) ? ['is not kebab-case'] : [],

  'no name says nothing': ({ path }) =>
    [...path.matchAll(/\b(utils?|helpers?|misc|common)\b/g)].map(([name]) => `is called ${name}`),

  'a file in src has one subject': ({ path, text }) => {
    const lines = text.split('\n').length - 1;
    return isOurSource(path) && lines > longestFile ? [`has ${lines} lines`] : [];
  },

  'nothing names a folder of one machine': ({ path, text }) =>
    path === 'package-lock.json'
      ? []
      : matches(text, /(?<![\w./$}])\/(?:work|root|home\/[a-z]+|Users\/[a-z]+)\/\w[^\s'"`]*/g),

  // A bill of materials states where everybody gets a package.
  'nothing but a bill of materials names the host of a package registry': ({ path, text }) =>
    /\bbill-of-materials(?:\.test)?\.ts$/.test(path)
      ? []
      : matches(
          text,
          /\b(?:registry\.npmjs\.org|registry\.yarnpkg\.com|proxy\.golang\.org|files\.pythonhosted\.org)\b/g,
        ),

  'only the contract spells a path of the platform': file =>
    isOurSource(file.path) && !file.path.startsWith('src/client/contract/')
      ? literalsOf(file).flatMap(literal => matches(literal, /\/v1\b|(?<![.\w])\/oauth\/\w+/g))
      : [],

  'the plugin knows no product': file =>
    file.path.startsWith('src/plugin/') && isOurSource(file.path)
      ? wordsOf(file).flatMap(word => matches(word, /svc|webhook|api_?key|tenant/gi))
      : [],

  'the client knows no Terraform': file =>
    file.path.startsWith('src/client/') && isOurSource(file.path)
      ? wordsOf(file).flatMap(word =>
          matches(word, /terraform|tfplugin|tofu|cdktf(?!-provider-svc)|msgpack|diagnostic/gi),
        )
      : [],

  'clock and randomness are handed in': file =>
    isOurSource(file.path) && !compositionRoots.test(file.path)
      ? matches(codeOf(file), /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/g)
      : [],

  'no check is switched off': ({ path, text }) =>
    isOurCode(path) && !path.startsWith('test/unit/architecture/') && !path.startsWith('test/types/')
      ? matches(text, /@ts-(?:ignore|nocheck|expect-error)|\bas any\b|\bas unknown as\b/g)
      : [],

  'no test is narrowed or left out': ({ path, text }) =>
    path.startsWith('test/') && !path.startsWith('test/unit/architecture/')
      ? matches(text, /\b(?:it|test|describe)\.(?:only|skip|todo)\b/g)
      : [],

  // Test files share a worker, which imports such a module once: the files after the first would go without its hooks.
  'a module that tests share hooks into no file at import': ({ path, text }) =>
    /^test\/.*(?<!\.test)\.ts$/.test(path) && path !== 'test/unit/temporary-folder.ts'
      ? matches(text, /^(?:before|after)(?:Each|All)\(/gm)
      : [],
};

export function findBreaches(rule: HouseRule, files: readonly SourceFile[]): readonly Finding[] {
  return files.flatMap(file => rule(file).map(offence => ({ path: file.path, offence })));
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => `says ${found}`);
}

/** The text without its comments: those may speak of the neighbours, code may not. */
function codeOf(file: SourceFile): string {
  const printer = ts.createPrinter({ removeComments: true });
  return printer.printFile(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest));
}

function literalsOf(file: SourceFile): readonly string[] {
  return tokensOf(file, node => ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node));
}

function wordsOf(file: SourceFile): readonly string[] {
  return tokensOf(
    file,
    node => ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node),
  );
}

function tokensOf(file: SourceFile, wanted: (node: ts.Node) => boolean): readonly string[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (wanted(node)) found.push(node.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
