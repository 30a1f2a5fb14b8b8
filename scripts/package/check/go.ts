import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cdk } from '../../generate-bindings-from-schema';
import { tidyModules } from '../go';
import type { Place } from './place';
import { copyExample, synthesize } from './synthesis';

/** Puts the module in the place of its repository, and synthesizes the example. */
export async function checkGoModule(cdk: Cdk, folder: string, place: Place): Promise<void> {
  if ((await place.attempt(['go', 'version'])).code !== 0)
    return place.skip('the module was not compiled, because Go is missing');
  const module = place.path('module');
  cpSync(folder, module, { recursive: true });
  const unformatted = (await place.run(['gofmt', '-s', '-l', module])).trim();
  if (unformatted !== '') throw new Error(`gofmt would change:\n${unformatted}`);
  const project = copyExample(cdk, 'go', place);
  await place.run(['go', 'mod', 'edit', `-replace=${addressOf(module)}=${module}/svc`], { cwd: project });
  const attempt = (...words: readonly string[]) => place.attempt(words, { cwd: project });
  const missing = await tidyModules(cdk, attempt, place.path('library'));
  if (missing !== undefined)
    return place.skip(
      `the module was not compiled, because the modules that it needs are not available here: ${lastLine(missing)}`,
    );
  await place.run(['go', 'vet', './...'], { cwd: project });
  await synthesize(place, project);
}

/** The module's address, which package.json decides. */
function addressOf(module: string): string {
  return /^module (\S+)/m.exec(readFileSync(join(module, 'svc', 'go.mod'), 'utf8'))?.[1] ?? '';
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
