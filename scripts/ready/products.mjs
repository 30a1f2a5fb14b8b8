import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where definitions and bundled code are. */
const provider = [
  ...['src/plugin', 'src/client', 'src/provider', 'src/risks'],
  ...['src/constructs/installation', 'src/constructs/addresses'],
];
const constructs = ['src/constructs', 'tsconfig.constructs.json', 'README.md'];
const packages = ['package.json', 'package-lock.json'];
/** How products are made, and the versions of the bundled packages. */
const always = ['scripts/build', 'scripts/build.ts', 'scripts/cdk-terrain', ...packages];

/**
 * The build products that tests, the demo and users run. `name` is a product of scripts/build.ts; `inputs`
 * decide whether the product is stale; `outputs` must exist afterwards.
 *
 * @typedef {{name: string, inputs: readonly string[], outputs: readonly string[]}} Product
 * @type {readonly Product[]}
 */
export const products = [
  {
    name: 'provider',
    inputs: [...always, ...provider],
    outputs: ['dist/provider', 'dist/packed', 'dist/mirror'],
  },
  {
    name: 'constructs',
    inputs: [...always, ...constructs],
    outputs: ['lib', '.jsii'],
  },
  {
    name: 'cdktn',
    // The bindings follow from the definitions.
    inputs: [
      ...[...always, ...constructs, ...provider, 'examples'],
      ...['bindings', 'bindings-rewrite', 'choices'].map(name => `scripts/generate-${name}.ts`),
    ],
    outputs: ['dist/cdktn/lib', 'dist/cdktn/.jsii', 'dist/cdktn/package.json'],
  },
  {
    name: 'tools',
    inputs: [
      ...[...always, ...provider, 'src/cli', 'src/sandbox', 'src/report'],
      ...['src/constructs/policy/rules', 'src/constructs/addresses'],
    ],
    outputs: [
      ...['cli.cjs', 'sandbox.cjs', 'sandbox.d.ts', 'parts'].map(name => `dist/${name}`),
      'dist/THIRD-PARTY-LICENSES',
      'dist/bill-of-materials.cdx.json',
    ],
  },
];

/** @param {{rebuild: boolean, cdktn: boolean}} options */
export async function buildProducts({ rebuild, cdktn }) {
  const chosen = products.filter(({ name }) => cdktn || name !== 'cdktn');
  const stale = chosen.filter(product => rebuild || isStale(product));
  if (stale.length === 0) return;
  console.error(
    `Preparation, step 2 of 2: building ${stale.map(({ name }) => name).join(', ')}, about a minute`,
  );
  // Each uses one core for most of its time.
  await Promise.all(stale.map(build));
}

/** @param {Product} product */
async function build(product) {
  const { name, inputs, outputs } = product;
  const fingerprint = fingerprintOf(inputs);
  await run(process.execPath, ['--import', 'tsx', 'scripts/build.ts', name]);
  const missing = outputs.filter(output => !existsSync(output));
  if (missing.length > 0) throw new Error(`The build of ${name} did not leave ${missing.join(', ')}`);
  mkdirSync(dirname(stampOf(product)), { recursive: true });
  writeFileSync(stampOf(product), fingerprint);
}

/** @param {Product} product */
function isStale(product) {
  if (!existsSync(stampOf(product)) || product.outputs.some(output => !existsSync(output))) return true;
  return readFileSync(stampOf(product), 'utf8') !== fingerprintOf(product.inputs);
}

/** @param {Product} product */
const stampOf = product => join('dist', 'built', product.name);

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

/**
 * Runs a command in the repository. All its output is on standard error: what `npm run sandbox` prints is for `eval`.
 * Standard input is closed, so that npm never waits for input in CI.
 *
 * @param {string} command
 * @param {readonly string[]} parameters
 * @throws if the command fails
 */
export async function run(command, parameters) {
  const [code] = await once(spawn(command, parameters, { stdio: ['ignore', 2, 2] }), 'close');
  if (code !== 0) throw new Error(`${command} ${parameters.join(' ')} ended with ${code}.`);
}
