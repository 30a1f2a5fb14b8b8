/**
 * `npm run generate:api`: writes the reference of the constructs for each language to docs/api, from jsii's assembly. The
 * assembly is a build product, so this builds it first if it is stale.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const languages = {
  typescript: 'TypeScript',
  python: 'Python',
  java: 'Java',
  csharp: 'C#',
  go: 'Go',
} as const;
const folder = join('docs', 'api');

execFileSync('node', ['scripts/ready.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
const work = mkdtempSync(join(tmpdir(), 'svc-api-'));
try {
  const chosen = Object.keys(languages).flatMap(language => ['--language', language]);
  execFileSync(join('node_modules', '.bin', 'jsii-docgen'), [...chosen, '--output', join(work, 'api')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const [language, name] of Object.entries(languages)) {
    const text = readFileSync(join(work, `api.${language}.md`), 'utf8');
    writeFileSync(join(folder, `${language}.md`), `# Constructs in ${name}\n\n${text.trim()}\n`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`wrote the reference for ${Object.values(languages).join(', ')}\n`);
