/**
 * `npm run test:all -- --only release`: publishes to an npm and a Python registry on this machine, by the commands of
 * .github/workflows/release.yml, and uses what is there in an empty folder with an empty home: README's stack, and the wheel.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';
import { version } from '../package.json';
import { codeOf, promisesOf } from '../test/cdktf/listings';
import { startLoopbackServer } from './loopback-server';
import { startCommands } from './package/check/commands';
import { Place } from './package/check/place';
import { terraformOrPinned } from './pinned-terraform';
import { finish } from './test-tally';

const readme = 'README.md';
const jobs = z.object({ jobs: z.object({ publish: z.object({ steps: z.array(z.looseObject({})) }) }) });
const steps = jobs.parse(parse(readFileSync('.github/workflows/release.yml', 'utf8'))).jobs.publish.steps;
const token = z.object({ token: z.string() });

async function rehearse(place: Place): Promise<void> {
  const programs = await installTools(place);
  const stop = new AbortController();
  try {
    const npm = await startNpmRegistry(place, programs, stop.signal);
    const python = await startPythonRegistry(place, stop.signal);
    await publish(place, programs, npm, python);
    await deployStack(place, npm);
    await place.run(['python3', '-m', 'venv', 'user']);
    const [pip, index] = [place.path('user/bin/pip'), `${python}/simple/`];
    await place.run([pip, 'install', '--quiet', '--index-url', index, `cdktf-provider-svc==${version}`]);
    await startCommands(place, place.path('user/bin'));
  } finally {
    stop.abort();
  }
}

/** Returns the folder of the programs. npm has the registry, and the publib that the workflow installs. */
async function installTools(place: Place): Promise<string> {
  const [publib = ''] = steps.flatMap(({ run }) => /publib@\S+/.exec(String(run))?.[0] ?? []);
  mkdirSync(place.path('tools'));
  // A mirror of npm may lack the tag that verdaccio asks for. Newer versions need a newer Node.js than ours.
  writeFileSync(
    place.path('tools/package.json'),
    '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }',
  );
  const options = { cwd: place.path('tools') };
  await place.run(['npm', 'install', '--ignore-scripts', 'verdaccio@6.2.9', publib], options);
  await place.run(['python3', '-m', 'venv', 'pypi']);
  await place.run([place.path('pypi/bin/pip'), 'install', '--quiet', 'pypiserver==2.4.2']);
  // twine takes this option with the address of PyPI alone.
  const uploading = place.path('tools/node_modules/publib/bin/publib-pypi');
  writeFileSync(uploading, readFileSync(uploading, 'utf8').replace(' --skip-existing', ''));
  return place.path('tools/node_modules/.bin');
}

/** Packages of ours come from here alone, all others from npm. */
async function startNpmRegistry(place: Place, programs: string, cancelSignal: AbortSignal) {
  const upstream = (await place.run(['npm', 'config', 'get', 'registry'])).trim();
  const settings = {
    storage: place.path('npm'),
    auth: { htpasswd: { file: place.path('htpasswd') } },
    uplinks: { npm: { url: upstream } },
    packages: {
      '*-provider-svc': { access: '$all', publish: '$authenticated' },
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', level: 'error' },
  };
  writeFileSync(place.path('verdaccio.yaml'), JSON.stringify(settings));
  const url = await freeAddress();
  const parameters = ['--config', place.path('verdaccio.yaml'), '--listen', url];
  start(place, [join(programs, 'verdaccio'), ...parameters], cancelSignal);
  await answers(`${url}/-/ping`);
  return url;
}

async function startPythonRegistry(place: Place, cancelSignal: AbortSignal) {
  const url = await freeAddress();
  mkdirSync(place.path('wheels'));
  const address = ['-i', '127.0.0.1', '-p', new URL(url).port];
  // Anybody may upload.
  const open = ['-a', '.', '-P', '.'];
  start(
    place,
    [place.path('pypi/bin/pypi-server'), 'run', ...address, ...open, place.path('wheels')],
    cancelSignal,
  );
  await answers(`${url}/`);
  return url;
}

async function publish(place: Place, programs: string, npm: string, python: string): Promise<void> {
  const only = ['cdktf/js', 'cdktn/js', 'cdktf/python', 'cdktn/python'].join();
  const making = ['scripts/package.ts', '--only', only, '--into', place.path('dist/packages')];
  await execa('npx', ['tsx', ...making], { stdio: 'inherit' });
  const body = JSON.stringify({ name: 'publisher', password: 'on-this-machine-only' });
  const headers = { 'content-type': 'application/json' };
  const user = await fetch(`${npm}/-/user/org.couchdb.user:publisher`, { method: 'PUT', body, headers });
  const environment = {
    PATH: `${programs}:${place.environment['PATH']}`,
    ...{
      NPM_TOKEN: token.parse(await user.json()).token,
      NPM_REGISTRY: new URL(npm).host,
      DISABLE_HTTPS: '1',
    },
    ...{
      TWINE_USERNAME: 'publisher',
      TWINE_PASSWORD: 'on-this-machine-only',
      TWINE_REPOSITORY_URL: `${python}/`,
    },
  };
  for (const registry of ['npm', 'PyPI']) {
    const command = steps.find(({ name }) => name === registry)?.['run'];
    await place.run(['bash', '-e', '-c', String(command)], { environment });
  }
}

/** Follows README in an empty folder. What its shell comments promise must be printed. */
async function deployStack(place: Place, npm: string): Promise<void> {
  const [project, home] = [place.path('project'), place.path('person')];
  for (const folder of [project, home]) mkdirSync(folder);
  const terraform = await terraformOrPinned(line => console.log(line));
  const environment = { HOME: home, npm_config_registry: npm, TERRAFORM_BINARY_NAME: terraform.path };
  const shell = async (listing: string) => {
    const script = `set -eo pipefail; [ ! -f exported ] || . ./exported\n${listing}\nexport -p > exported`;
    const output = stripVTControlCharacters(
      await place.run(['bash', '-c', script], { cwd: project, environment }),
    );
    const missing = promisesOf(listing).filter(
      words => /^(?:Plan|No changes)/.test(words) && !output.includes(words),
    );
    if (missing.length > 0) throw new Error(`README promises ${missing.join(', ')}:\n${output}`);
  };
  const [install = '', ...others] = codeOf(readme, 'A stack', 'shell');
  await shell(install.replace('./cdktf-provider-svc-*.tgz', 'cdktf-provider-svc'));
  for (const [file, language] of [
    ['cdktf.json', 'json'],
    ['main.ts', 'typescript'],
  ] as const)
    writeFileSync(join(project, file), codeOf(readme, 'A stack', language)[0] ?? '');
  try {
    for (const listing of others) await shell(listing);
  } finally {
    await place.attempt(['npx', 'cdktf-provider-svc', 'sandbox', '--stop'], { cwd: project, environment });
  }
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8');
  if (!lock.includes(`${npm}/cdktf-provider-svc/-/`)) throw new Error('The package came from elsewhere.');
}

function start(
  place: Place,
  [program = '', ...parameters]: readonly string[],
  cancelSignal: AbortSignal,
): void {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const settings = { cwd: place.folder, stdio, reject: false } as const;
  const child = execa(program, parameters, settings);
  cancelSignal.addEventListener('abort', () => child.kill());
}

async function freeAddress(): Promise<string> {
  const server = await startLoopbackServer(() => {});
  await server.close();
  return server.url;
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return;
    await setTimeout(200);
  }
  throw new Error(`${url} does not answer.`);
}

const place = new Place();
rehearse(place)
  .then(() => finish([{ passed: 1, failed: 0, skipped: 0 }]))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    finish([{ passed: 0, failed: 1, skipped: 0 }]);
  })
  .finally(() => place.dispose());
