import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from './hcl';
import { clone, type Place } from './place';

/** Starts the provider of the mirror with its own Node.js. */
export async function checkMirror(folder: string, place: Place): Promise<void> {
  const project = place.path('project');
  // Terraform searches this folder by itself. A packed filesystem mirror has the layout of a network mirror.
  mkdirSync(join(project, 'terraform.d'), { recursive: true });
  cpSync(folder, join(project, 'terraform.d/plugins'), { recursive: true });
  cpSync(join(clone, 'examples/provider/main.tf'), join(project, 'main.tf'));
  await validate(place, project);
}
