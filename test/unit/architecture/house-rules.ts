import { posix } from 'node:path';
import ts from 'typescript';
import { namesKinds } from './named-kinds';
import { type Finding, isGenerated, isTypeScript, type SourceFile } from './source-file';

/** A rule of the house as a function over files, with a file that breaks it. */
interface HouseRule {
  readonly offences: (file: SourceFile) => readonly string[];
  readonly breaks: readonly [path: string, text: string];
}

const isOurSource = (path: string) => path.startsWith('src/') && isTypeScript(path) && !isGenerated(path);
const isOurCode = (path: string) =>
  /^(src|test|scripts|bench|examples)\/.*\.m?[jt]s$/.test(path) && !isGenerated(path);

/** What a Terraform registry takes from `docs`, by the layout of tfplugindocs. */
const shownByRegistry =
  /^docs\/(?:index\.md$|(?:resources|list-resources|ephemeral-resources|data-sources|actions|functions|guides)\/)/;

/** Files that put the pieces together, and those that define the clock which is handed in. */
const compositionRoots =
  /^src\/(cli\/|provider\/main\.ts$|plugin\/process\/(loaded-provider|serve|after-handshake|launch)\.ts$|client\/http\/clock\.ts$|constructs\/svc-policy\.ts$)/;

export const houseRules: Readonly<Record<string, HouseRule>> = {
  // Tests of one kind share a worker. A module that one of them replaces is replaced for the others, too.
  'no test replaces a module': {
    offences: ({ path, text }) => (path.startsWith('test/') ? matches(text, /\bvi\.(?:do)?[mM]ock\(/g) : []),
    breaks: ['test/unit/a.test.ts', ['vi', "mock('node:tls')"].join('.')],
  },

  'nothing names a folder of one machine': {
    offences: ({ path, text }) =>
      path === 'package-lock.json'
        ? []
        : matches(text, /(?<![\w./$}])\/(?:work|root|home\/[a-z]+|Users\/[a-z]+)\/\w[^\s'"`]*/g),
    breaks: ['docs/a.md', ['see ', 'home', 'ann', 'notes'].join('/')],
  },

  // A bill of materials states where everybody gets a package.
  'nothing but a bill of materials names the host of a package registry': {
    offences: ({ path, text }) =>
      /\bbill-of-materials(?:\.test)?\.ts$/.test(path)
        ? []
        : matches(
            text,
            /\b(?:registry\.npmjs\.org|registry\.yarnpkg\.com|proxy\.golang\.org|files\.pythonhosted\.org)\b/g,
          ),
    breaks: ['package-lock.json', `"resolved": "https://${['registry', 'npmjs', 'org'].join('.')}/x"`],
  },

  // npx runs a stranger's package of this name wherever ours is not installed.
  'npx runs what is installed': {
    offences: ({ path, text }) =>
      /^(README\.md$|SECURITY\.md$|docs\/|examples\/|src\/)/.test(path)
        ? matches(text, /\bnpx\s+(?:(?!--no\s)-\S+\s+)*cdk(?:tf|tn)-provider-svc/g)
        : [],
    breaks: ['docs/a.md', 'npx --yes cdktf-provider-svc report'],
  },

  // A telephone cuts a line of code at some 40 characters, and hides what stands at its end.
  'a page shows a result, or a comment, in a line of its own': {
    offences: ({ path, text }) =>
      /^(?:README\.md$|docs\/)/.test(path)
        ? [...text.matchAll(/^```shell\n[\s\S]*?^```$/gm)].flatMap(([code]) => matches(code, /\S +# .*$/gm))
        : [],
    breaks: ['docs/a.md', '```shell\nterraform plan   # No changes.\n```'],
  },

  // A page on a desktop cuts a wider line.
  'no line of code of a page is wider than 80 columns': {
    offences: ({ path, text }) =>
      /^(?:README\.md$|docs\/)/.test(path)
        ? [...text.matchAll(/^```\w+\n[\s\S]*?^```$/gm)].flatMap(([code]) => matches(code, /^.{81,}$/gm))
        : [],
    breaks: ['README.md', `\`\`\`shell\n${'x'.repeat(81)}\n\`\`\``],
  },

  'a page of the registry links to nothing that the registry does not show': {
    offences: ({ path, text }) =>
      shownByRegistry.test(path)
        ? [...text.matchAll(/\]\((?!https:|#)([^)#]*)/g)]
            .filter(([, link = '']) => !shownByRegistry.test(posix.join(posix.dirname(path), link)))
            .map(([, link]) => `links to ${link}`)
        : [],
    breaks: ['docs/guides/a.md', '[index](../index.md), [policies](../policy.md#rules)'],
  },

  'the bench imports scripts, and no script the bench': {
    offences: ({ path, text }) =>
      path.startsWith('scripts/') ? matches(text, /from '(?:\.\.\/)+bench\//g) : [],
    breaks: ['scripts/generate.ts', ["import { a } from '..", "bench/a';"].join('/')],
  },

  'only the contract spells a path of the platform': {
    offences: file =>
      isOurSource(file.path) && !file.path.startsWith('src/client/contract/')
        ? matchesIn(literalsOf, file, /\/v1\b|(?<![.\w])\/oauth\/\w+/g)
        : [],
    breaks: ['src/sandbox/routes.ts', ['const path = `/v', '1/webhooks/$', '{id}`;'].join('')],
  },

  'only the table of notes spells one': {
    offences: file =>
      file.path.startsWith('src/provider/') && file.path !== 'src/provider/notes.ts'
        ? matches(file.text, /\bnotes\.[gs]et\(/g)
        : [],
    breaks: ['src/provider/found-drift.ts', "notes.set('drift', 'yes');"],
  },

  'the plugin knows no product': {
    offences: file =>
      file.path.startsWith('src/plugin/') && isOurSource(file.path)
        ? matchesIn(wordsOf, file, /svc|webhook|api_?key|tenant/gi)
        : [],
    breaks: ['src/plugin/define/resource.ts', "const prefix = 'svc_';"],
  },

  // A third kind of object is told as an endpoint wherever a room that serves all kinds has a name of one.
  'a room that serves all kinds names one only where the reason stands': {
    offences: file =>
      isOurSource(file.path) && !/api-(?:key|scope)|webhook/.test(file.path) && !namesKinds.has(file.path)
        ? matchesIn(codeOf, file, /\b(?:apiKeys|webhooks|svc_api_key|svc_webhook_endpoint)\b/g)
        : [],
    breaks: ['src/provider/creates/create.ts', "const isEndpoint = resource === 'svc_webhook_endpoint';"],
  },

  'the client knows no Terraform': {
    offences: file =>
      file.path.startsWith('src/client/') && isOurSource(file.path)
        ? matchesIn(wordsOf, file, /terraform|tfplugin|tofu|cdktf(?!-provider-svc)|msgpack|diagnostic/gi)
        : [],
    breaks: ['src/client/errors.ts', 'export class TerraformError {}'],
  },

  'clock and randomness are handed in': {
    offences: file =>
      isOurSource(file.path) && !compositionRoots.test(file.path)
        ? matchesIn(codeOf, file, /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/g)
        : [],
    breaks: ['src/client/http/retry.ts', 'const wait = Math.random() * 2;'],
  },

  // Biome refuses the other ways.
  'no check is switched off': {
    offences: ({ path, text }) =>
      isOurCode(path) && !path.startsWith('test/unit/architecture/') && !path.startsWith('test/types/')
        ? matches(text, /@ts-(?:nocheck|expect-error)|\bas unknown as\b/g)
        : [],
    breaks: ['src/client/a.ts', 'const a = b as unknown as C;'],
  },
};

export function findBreaches({ offences }: HouseRule, files: readonly SourceFile[]): readonly Finding[] {
  return files.flatMap(file => offences(file).map(offence => ({ path: file.path, offence })));
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => `says ${found}`);
}

/** Matches outside comments: those may speak of the neighbours, code may not. Most files need not be parsed. */
function matchesIn(read: (file: SourceFile) => readonly string[], file: SourceFile, pattern: RegExp) {
  return file.text.search(pattern) < 0 ? [] : read(file).flatMap(text => matches(text, pattern));
}

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
