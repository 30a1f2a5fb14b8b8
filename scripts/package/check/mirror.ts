import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { version } from '../../../package.json';
import { registryHosts } from '../../../src/constructs/installation/registry-hosts';
import { archiveHash, contentHash } from '../../build/package-hash';
import { validate } from './hcl';
import type { Place } from './place';

const pages = {
  index: z.object({ versions: z.record(z.string(), z.object({})) }),
  version: z.object({
    archives: z.record(z.string(), z.object({ url: z.string(), hashes: z.array(z.string()) })),
  }),
};

const configuration = `terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

provider "svc" {}
`;

/** Verifies the checksums, and starts the provider of the mirror with its own Node.js. */
export async function checkMirror(folder: string, place: Place): Promise<void> {
  for (const host of Object.values(registryHosts)) verifyHashes(join(folder, host, 'svc', 'svc'));
  const project = place.path('project');
  // Terraform searches this folder by itself. A packed filesystem mirror has the layout of a network mirror.
  mkdirSync(join(project, 'terraform.d'), { recursive: true });
  cpSync(folder, join(project, 'terraform.d/plugins'), { recursive: true });
  writeFileSync(join(project, 'main.tf'), configuration);
  await validate(place, project);
}

function verifyHashes(provider: string): void {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(provider, name), 'utf8'));
  if (!(version in pages.index.parse(read('index.json')).versions))
    throw new Error(`${provider}/index.json does not have the version ${version}.`);
  for (const { url, hashes } of Object.values(pages.version.parse(read(`${version}.json`)).archives)) {
    const archive = readFileSync(join(provider, url));
    if (hashes.join() !== [contentHash(archive), archiveHash(archive)].join())
      throw new Error(`${provider}/${version}.json states other checksums than ${url} has.`);
  }
}
