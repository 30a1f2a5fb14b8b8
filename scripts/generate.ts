/**
 * `npm run generate` writes all generated files that are committed. With `--check` (`npm run check:fresh`) it writes
 * nothing, and fails if one of them differs.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { execaSync } from 'execa';
import { z } from 'zod';
import { type Assumption, assumptions } from '../src/client/contract/assumptions';
import { referencePages } from '../src/plugin/docs/markdown';
import { svc } from '../src/provider';
import { providerSchema } from '../src/provider/registry-schema';
import { renderHtml } from '../src/report/html/render-html';
import { report } from '../src/report/model';
import { readmeWith } from './figures/readme';
import { savedReport } from './figures/results';
import { generateBindings } from './generate-bindings';
import { temporaryFolder } from './package/temporary-folder';
import { picturedReport } from './pictures/report';
import { filesBelow } from './ready/products.mjs';

/** These folders have no files but generated ones. */
const folders = ['src/plugin/protocol/gen', 'src/constructs/gen'].concat(
  ['resources', 'list-resources', 'data-sources', 'actions', 'functions'].map(name => `docs/${name}`),
);

/** The texts of the generated files by path. */
async function generated(): Promise<ReadonlyMap<string, string>> {
  // Each example runs unchanged.
  const pages = referencePages(svc, (kind, name) => {
    const folder = kind === 'provider' ? 'provider' : join(`${kind}s`, name);
    // Terraform parses an action since 1.14, so the test of every main.tf leaves it out.
    const newer = { 'list-resource': 'main.tfquery.hcl', action: 'action.tf' };
    const file = new Map(Object.entries(newer)).get(kind) ?? 'main.tf';
    return readFileSync(join('examples', folder, file), 'utf8');
  });
  // The generator's types describe only the oldest versions of the format, but it reads this one.
  const schema: ProviderSchema = JSON.parse(JSON.stringify(providerSchema()));
  const bindings = [...(await generateBindings(schema))];
  const rows = assumptions.map(
    a => `| \`${a.name}\` | ${a.source} (${a.paragraph}) | ${a.says} | ${a.otherwise}${costOf(a)} |\n`,
  );
  const [prose] = readFileSync('docs/assumptions.md', 'utf8').split(/(?<=\n(?:\|---){4}\|\n)/);
  const ofReport = {
    title: 'Report of cdktf-provider-svc',
    ...z.toJSONSchema(report, { reused: 'ref', unrepresentable: 'any' }),
  };
  const measured = savedReport('bench/results/bench.json');
  return new Map([
    ...(measured === undefined ? [] : [['README.md', readmeWith(measured)] as const]),
    ...protocol(),
    ...copied(),
    ...bindings.map(([name, text]) => [`src/constructs/gen/${name}`, text] as const),
    ...pages.map(({ path, text }) => [`docs/${path}`, text] as const),
    ['docs/assumptions.md', [prose, ...rows].join('')],
    ['docs/pictures/report.txt', picturedText()],
    ['docs/report.schema.json', `${JSON.stringify(ofReport, undefined, 2)}\n`],
  ]);
}

const costOf = ({ costs }: Assumption) => (costs === 'words' ? '' : ` **${costs}**`);

/** The text of the page on the pictures. If it changes, `npm run pictures` takes them anew. */
const picturedText = () =>
  renderHtml(picturedReport())
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trimStart();

/** What users copy. The number at the end changes with the file, so that `pipeline.sh check` finds an old copy. */
function copied(): readonly (readonly [path: string, text: string])[] {
  const files = filesBelow('examples/ci').filter(file => /\.(?:sh|yml)$/.test(file));
  return files.map(file => {
    const text = readFileSync(file, 'utf8').replace(/# Number of this file: \w+\n$/, '');
    const number = createHash('sha256').update(text).digest('hex').slice(0, 8);
    return [file, `${text}# Number of this file: ${number}\n`];
  });
}

/** Types and codecs of Terraform's plugin protocol (buf.gen.yaml). */
function protocol(): readonly (readonly [path: string, text: string])[] {
  const folder = temporaryFolder('.cache', 'protocol-');
  execaSync('buf', ['generate', '--output', folder], { preferLocal: true, stdin: 'ignore' });
  return filesBelow(folder).map(file => [relative(folder, file), readFileSync(file, 'utf8')]);
}

async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const texts = await generated();
  const changed = [...texts].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  );
  const superfluous = folders.flatMap(filesBelow).filter(file => !texts.has(file));
  for (const file of [...changed.map(([name]) => name), ...superfluous])
    console.log(`${file} ${isCheck ? 'differs from what "npm run generate" writes' : 'was changed'}.`);
  if (isCheck) process.exitCode = changed.length + superfluous.length > 0 ? 1 : 0;
  else {
    for (const file of superfluous) rmSync(file);
    for (const [file, text] of changed) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

void main();
