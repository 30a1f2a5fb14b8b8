import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../package.json';
import type { Place } from './place';

/** Installs wheels in a virtual environment, with what they need, and starts their commands. */
export async function checkWheels(wheels: readonly string[], place: Place): Promise<void> {
  if ((await place.attempt(['python3', '-m', 'venv', 'venv'])).code !== 0)
    return place.skip('not installed, because python3 with venv is missing');
  await place.run([place.path('venv/bin/pip'), 'install', '--quiet', ...wheels]);
  await startCommands(place, place.path('venv/bin'));
}

/** Starts each of our commands in a folder of programs. @throws if there is none, or one does not state its version */
export async function startCommands(place: Place, programs: string): Promise<void> {
  const names = readdirSync(programs).filter(name => name.endsWith('-provider-svc'));
  if (names.length === 0) throw new Error(`${programs} has no command of the package.`);
  for (const name of names) {
    const stated = (await place.run([join(programs, name), '--version'])).trim();
    if (stated !== version) throw new Error(`${name} --version says ${stated}, and ${version} is packed.`);
  }
}
