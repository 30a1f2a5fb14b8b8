import { posix } from 'node:path';
import ts from 'typescript';
import { namesKinds } from './named-kinds';
import { type Finding, isGenerated, isTypeScript, type SourceFile } from './source-file';

/** What some files may not say, with a file that breaks the rule. */
interface HouseRule {
  readonly isAbout: (path: string) => boolean;
  readonly forbids: RegExp;
  /** What is read of a file. @default its text */
  readonly read?: (file: SourceFile) => readonly string[];
  readonly breaks: readonly [path: string, text: string];
}

const isOurSource = (path: string) => path.startsWith('src/') && isTypeScript(path) && !isGenerated(path);
const isOurCode = (path: string) =>
  /^(src|test|scripts|bench|examples)\/.*\.m?[jt]s$/.test(path) && !isGenerated(path);
const isPage = (path: string) => /^(?:README\.md$|docs\/)/.test(path);
const isIn = (folder: string) => (path: string) => path.startsWith(folder);
const isOurSourceIn = (folder: string) => (path: string) => path.startsWith(folder) && isOurSource(path);

/** What a Terraform registry takes from `docs`, by the layout of tfplugindocs. */
const shownByRegistry =
  /^docs\/(?:index\.md$|(?:resources|list-resources|ephemeral-resources|data-sources|actions|functions|guides)\/)/;

/** Files that put the pieces together, and those that define the clock which is handed in. */
const compositionRoots =
  /^src\/(cli\/|provider\/main\.ts$|plugin\/process\/(loaded-provider|serve|after-handshake|launch)\.ts$|client\/http\/clock\.ts$|constructs\/svc-policy\.ts$)/;

export const houseRules: Readonly<Record<string, HouseRule>> = {
  // Tests of one kind share a worker. A module that one of them replaces is replaced for the others, too.
  'no test replaces a module': {
    isAbout: isIn('test/'),
    forbids: /\bvi\.(?:do)?[mM]ock\(/g,
    breaks: ['test/unit/a.test.ts', ['vi', "mock('node:tls')"].join('.')],
  },

  'nothing names a folder of one machine': {
    isAbout: path => path !== 'package-lock.json',
    forbids: /(?<![\w./$}])\/(?:work|root|home\/[a-z]+|Users\/[a-z]+)\/\w[^\s'"`]*/g,
    breaks: ['docs/a.md', ['see ', 'home', 'ann', 'notes'].join('/')],
  },

  // A bill of materials states where everybody gets a package.
  'nothing but a bill of materials names the host of a package registry': {
    isAbout: path => !/\bbill-of-materials(?:\.test)?\.ts$/.test(path),
    forbids:
      /\b(?:registry\.npmjs\.org|registry\.yarnpkg\.com|proxy\.golang\.org|files\.pythonhosted\.org)\b/g,
    breaks: ['package-lock.json', `"resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/x"`],
  },

  // npx runs a stranger's package of this name wherever ours is not installed.
  'npx runs what is installed': {
    isAbout: path => /^(README\.md$|SECURITY\.md$|docs\/|examples\/|src\/)/.test(path),
    forbids: /\bnpx\s+(?:(?!--no\s)-\S+\s+)*cdk(?:tf|tn)-provider-svc/g,
    breaks: ['docs/a.md', 'npx --yes cdktf-provider-svc report'],
  },

  // A telephone cuts a line of code at some 40 characters, and hides what stands at its end.
  'a page shows a result, or a comment, in a line of its own': {
    isAbout: isPage,
    forbids: /\S +# .*$/gm,
    read: ({ text }) => [...text.matchAll(/^```shell\n[\s\S]*?^```$/gm)].map(([code]) => code),
    breaks: ['docs/a.md', '```shell\nterraform plan   # No changes.\n```'],
  },

  // A page on a desktop cuts a wider line.
  'no line of code of a page is wider than 80 columns': {
    isAbout: isPage,
    forbids: /^.{81,}$/gm,
    read: ({ text }) => [...text.matchAll(/^```\w+\n[\s\S]*?^```$/gm)].map(([code]) => code),
    breaks: ['README.md', `\`\`\`shell\n${'x'.repeat(81)}\n\`\`\``],
  },

  'a page of the registry links to nothing that the registry does not show': {
    isAbout: path => shownByRegistry.test(path),
    forbids: /.+/g,
    read: ({ path, text }) =>
      [...text.matchAll(/\]\((?!https:|#)([^)#]*)/g)]
        .map(([, link = '']) => link)
        .filter(link => !shownByRegistry.test(posix.join(posix.dirname(path), link))),
    breaks: ['docs/guides/a.md', '[index](../index.md), [policies](../policy.md#rules)'],
  },

  'the bench imports scripts, and no script the bench': {
    isAbout: isIn('scripts/'),
    forbids: /from '(?:\.\.\/)+bench\//g,
    breaks: ['scripts/generate.ts', ["import { a } from '..", "bench/a';"].join('/')],
  },

  'only the contract spells a path of the platform': {
    isAbout: path => isOurSource(path) && !path.startsWith('src/client/contract/'),
    forbids: /\/v1\b|(?<![.\w])\/oauth\/\w+/g,
    read: literalsOf,
    breaks: ['src/sandbox/routes.ts', ['const path = `/v', '1/webhooks/$', '{id}`;'].join('')],
  },

  'only the table of notes spells one': {
    isAbout: path => path.startsWith('src/provider/') && path !== 'src/provider/notes.ts',
    forbids: /\bnotes\.[gs]et\(/g,
    breaks: ['src/provider/found-drift.ts', "notes.set('drift', 'yes');"],
  },

  'the plugin knows no product': {
    isAbout: isOurSourceIn('src/plugin/'),
    forbids: /svc|webhook|api_?key|tenant/gi,
    read: wordsOf,
    breaks: ['src/plugin/define/resource.ts', "const prefix = 'svc_';"],
  },

  // A third kind of object is told as an endpoint wherever a room that serves all kinds has a name of one.
  'a room that serves all kinds names one only where the reason stands': {
    isAbout: path => isOurSource(path) && !/api-(?:key|scope)|webhook/.test(path) && !namesKinds.has(path),
    forbids: /\b(?:apiKeys|webhooks|svc_api_key|svc_webhook_endpoint)\b/g,
    read: codeOf,
    breaks: ['src/provider/creates/create.ts', "const isEndpoint = resource === 'svc_webhook_endpoint';"],
  },

  'the client knows no Terraform': {
    isAbout: isOurSourceIn('src/client/'),
    forbids: /terraform|tfplugin|tofu|cdktf(?!-provider-svc)|msgpack|diagnostic/gi,
    read: wordsOf,
    breaks: ['src/client/errors.ts', 'export class TerraformError {}'],
  },

  'clock and randomness are handed in': {
    isAbout: path => isOurSource(path) && !compositionRoots.test(path),
    forbids: /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/g,
    read: codeOf,
    breaks: ['src/client/http/retry.ts', 'const wait = Math.random() * 2;'],
  },

  // Biome refuses the other ways.
  'no check is switched off': {
    isAbout: path => isOurCode(path) && !/^test\/(?:unit\/architecture|types)\//.test(path),
    forbids: /@ts-(?:nocheck|expect-error)|\bas unknown as\b/g,
    breaks: ['src/client/a.ts', 'const a = b as unknown as C;'],
  },
};

export function findBreaches(
  { isAbout, forbids, read = ({ text }) => [text] }: HouseRule,
  files: readonly SourceFile[],
): readonly Finding[] {
  // Most files need not be parsed.
  const suspected = files.filter(({ path, text }) => isAbout(path) && text.search(forbids) >= 0);
  return suspected.flatMap(file => {
    const found = read(file).flatMap(text => [...text.matchAll(forbids)]);
    return found.map(([words]) => ({ path: file.path, offence: `says ${words}` }));
  });
}

/** Comments may speak of the neighbours, code may not. */
function codeOf(file: SourceFile): readonly string[] {
  const printer = ts.createPrinter({ removeComments: true });
  return [printer.printFile(ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest))];
}

function literalsOf(file: SourceFile): readonly string[] {
  return tokensOf(file, node => ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node));
}

function wordsOf(file: SourceFile): readonly string[] {
  return [...literalsOf(file), ...tokensOf(file, ts.isIdentifier)];
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
