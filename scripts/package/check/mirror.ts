import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from './hcl';
import type { Place } from './place';

const configuration = `terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

provider "svc" {}
`;

/** Starts the provider of the mirror with its own Node.js. */
export async function checkMirror(folder: string, place: Place): Promise<void> {
  const project = place.path('project');
  // Terraform searches this folder by itself. A packed filesystem mirror has the layout of a network mirror.
  mkdirSync(join(project, 'terraform.d'), { recursive: true });
  cpSync(folder, join(project, 'terraform.d/plugins'), { recursive: true });
  writeFileSync(join(project, 'main.tf'), configuration);
  await validate(place, project);
}
