import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runNpm } from './run-npm.mjs';

/** Where definitions and bundled code are. */
const provider = ['src/plugin', 'src/client', 'src/provider', 'src/risks', 'src/constructs/delivery'];
const constructs = ['src/constructs', 'tsconfig.constructs.json', 'README.md'];
/** How products are made, and the versions of the bundled packages. */
const always = ['scripts/build', 'scripts/cdk-terrain', 'package.json', 'package-lock.json'];

/**
 * The build products that tests, the demo and users run. `script` is a script in package.json; `inputs` decide
 * whether the product is stale; `outputs` must exist afterwards.
 *
 * @typedef {{script: string, inputs: readonly string[], outputs: readonly string[]}} Product
 * @type {readonly Product[]}
 */
export const products = [
  {
    script: 'build:provider',
    inputs: [...always, ...provider, 'scripts/build.ts'],
    outputs: ['dist/provider', 'dist/mirror'],
  },
  {
    script: 'build:constructs',
    inputs: [...always, ...constructs, 'scripts/build-constructs.ts'],
    outputs: ['lib', '.jsii'],
  },
  {
    script: 'build:cdktn',
    // The bindings follow from the definitions.
    inputs: [
      ...[...always, ...constructs, ...provider, 'examples', 'scripts/build-cdktn.ts'],
      ...['-from-schema', '-rewrite'].map(name => `scripts/generate-bindings${name}.ts`),
      'scripts/generate-choices.ts',
    ],
    outputs: ['dist/cdktn/lib', 'dist/cdktn/.jsii', 'dist/cdktn/package.json'],
  },
  {
    script: 'build:tools',
    inputs: [
      ...[...always, ...provider, 'src/cli', 'src/sandbox', 'src/report'],
      ...['src/constructs/installation', 'src/constructs/policy/rules', 'scripts/build.ts'],
    ],
    outputs: [
      ...['cli.cjs', 'sandbox.cjs', 'sandbox.d.ts', 'undici.cjs', 'openpgp.cjs'].map(name => `dist/${name}`),
      'dist/THIRD-PARTY-LICENSES',
      'dist/bill-of-materials.cdx.json',
    ],
  },
];

/** @param {{rebuild: boolean}} options */
export async function buildProducts({ rebuild }) {
  const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
  for (const product of products) {
    if (scripts[product.script] === undefined) continue;
    if (!rebuild && !isStale(product)) continue;
    const fingerprint = fingerprintOf(product.inputs);
    await runNpm(['run', '--silent', product.script], product.script);
    const missing = product.outputs.filter(output => !existsSync(output));
    if (missing.length > 0) throw new Error(`${product.script} did not leave ${missing.join(', ')}`);
    mkdirSync(dirname(stampOf(product)), { recursive: true });
    writeFileSync(stampOf(product), fingerprint);
  }
}

/** @param {Product} product */
function isStale(product) {
  if (!existsSync(stampOf(product)) || product.outputs.some(output => !existsSync(output))) return true;
  return readFileSync(stampOf(product), 'utf8') !== fingerprintOf(product.inputs);
}

/** @param {Product} product */
const stampOf = product => join('dist', 'built', product.script.replace(':', '-'));

/**
 * Returns a hash of names and contents. By time stamps, everything would be stale after a clone, and nothing after
 * a checkout of an older version.
 *
 * @param {readonly string[]} inputs files and folders
 */
export function fingerprintOf(inputs) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow)) {
    const content = readFileSync(file);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap(name => filesBelow(join(path, name)));
}
