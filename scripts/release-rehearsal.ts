/**
 * `npm run test:all -- --only release`: publishes to an npm and a Python registry on this machine, by the commands of
 * .github/workflows/release.yml, and uses what is there in an empty folder with an empty home, as `npm run package -- --check`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';
import { version } from '../package.json';
import { startLoopbackServer } from './loopback-server';
import { checkWheels } from './package/check/commands';
import { checkNpmPackage } from './package/check/javascript';
import { Place } from './package/check/place';
import { finish } from './test-tally';

const jobs = z.object({ jobs: z.object({ publish: z.object({ steps: z.array(z.looseObject({})) }) }) });
const steps = jobs.parse(parse(readFileSync('.github/workflows/release.yml', 'utf8'))).jobs.publish.steps;
const token = z.object({ token: z.string() });
const programs = 'tools/node_modules/.bin';
const parts = ['cdktf/js', 'cdktn/js', 'cdktf/python', 'cdktn/python'].join();

async function rehearse(place: Place): Promise<void> {
  await installTools(place);
  const stop = new AbortController();
  try {
    const npm = await startNpmRegistry(place, stop.signal);
    const python = await startPythonRegistry(place, stop.signal);
    await publish(place, npm, python);
    const user = new Place({ npm_config_registry: npm, PIP_INDEX_URL: `${python}/simple/` });
    await checkNpmPackage('cdktf', `cdktf-provider-svc@${version}`, user);
    await checkWheels([`cdktf-provider-svc==${version}`], user);
    if (user.skipped.length > 0) throw new Error(user.skipped.join());
  } finally {
    stop.abort();
  }
}

/** npm has the registry, and the publib that the workflow installs. */
async function installTools(place: Place): Promise<void> {
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
}

/** Packages of ours come from here alone, all others from npm. */
async function startNpmRegistry(place: Place, signal: AbortSignal) {
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
  start(place, [place.path(programs, 'verdaccio'), ...parameters], signal);
  await answers(`${url}/-/ping`);
  return url;
}

async function startPythonRegistry(place: Place, signal: AbortSignal) {
  const url = await freeAddress();
  mkdirSync(place.path('wheels'));
  const address = ['-i', '127.0.0.1', '-p', new URL(url).port];
  const open = ['-a', '.', '-P', '.'];
  start(
    place,
    [place.path('pypi/bin/pypi-server'), 'run', ...address, ...open, place.path('wheels')],
    signal,
  );
  await answers(`${url}/`);
  return url;
}

async function publish(place: Place, npm: string, python: string): Promise<void> {
  const making = ['scripts/package.ts', '--only', parts, '--into', place.path('dist/packages')];
  await execa('npx', ['tsx', ...making], { stdio: 'inherit' });
  const body = JSON.stringify({ name: 'publisher', password: 'on-this-machine-only' });
  const headers = { 'content-type': 'application/json' };
  const user = await fetch(`${npm}/-/user/org.couchdb.user:publisher`, { method: 'PUT', body, headers });
  const environment = {
    PATH: `${place.path(programs)}:${place.environment['PATH']}`,
    NPM_TOKEN: token.parse(await user.json()).token,
    NPM_REGISTRY: new URL(npm).host,
    DISABLE_HTTPS: '1',
    // Anybody may upload.
    ...{ TWINE_USERNAME: 'anybody', TWINE_PASSWORD: 'none', TWINE_REPOSITORY_URL: `${python}/` },
  };
  for (const registry of ['npm', 'PyPI']) {
    const command = steps.find(({ name }) => name === registry)?.['run'];
    await place.run(['bash', '-e', '-c', String(command)], { environment });
  }
}

function start(place: Place, [program = '', ...parameters]: readonly string[], signal: AbortSignal): void {
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  // execa listens for the abort once somebody waits for the program: without that, the rehearsal would crash at its end.
  execa(program, parameters, { cwd: place.folder, stdio, signal }).catch(() => {});
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

rehearse(new Place())
  .then(() => finish([{ passed: 1, failed: 0, skipped: 0 }]))
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    finish([{ passed: 0, failed: 1, skipped: 0 }]);
  });
