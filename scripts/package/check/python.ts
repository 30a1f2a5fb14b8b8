import { cpSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Cdk } from '../../generate-bindings-from-schema';
import type { Place } from './place';
import { copyExample, synthesize } from './synthesis';

/** Installs the wheel in a virtual environment, and synthesizes the example. */
export async function checkWheel(cdk: Cdk, folder: string, place: Place): Promise<void> {
  const [wheel = ''] = readdirSync(folder);
  cpSync(join(folder, wheel), place.path(wheel));
  if ((await place.attempt(['python3', '-m', 'venv', 'venv'])).code !== 0)
    return place.skip('the wheel was not installed, because python3 with venv is missing');
  await place.run([place.path('venv/bin/pip'), 'install', '--quiet', place.path(wheel)]);
  const programs = [place.path('venv/bin'), place.searchPath].join(delimiter);
  await synthesize(place, copyExample(cdk, 'python', place), { environment: { PATH: programs } });
}
