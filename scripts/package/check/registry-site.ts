import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { version } from '../../../package.json';
import { platforms } from '../node-binary';
import { sha256 } from '../registry';
import type { Place } from './place';
import { checkRegistrySet } from './registry';

const page = z.looseObject({ download_url: z.string(), shasum: z.string() });

/** Follows the addresses from each platform's page to its package. */
export async function checkRegistrySite(folder: string, place: Place): Promise<void> {
  if (readdirSync(folder).length === 0)
    return place.skip('there is no site, because GPG_PRIVATE_KEY is not set');
  if (!existsSync(join(folder, '.well-known/terraform.json')))
    throw new Error('The site has no .well-known/terraform.json, where Terraform begins.');
  const release = join(folder, 'v1/providers/svc/svc', version);
  for (const platform of platforms) {
    const text = readFileSync(join(release, 'download', ...platform.split('_')), 'utf8');
    const { download_url, shasum } = page.parse(JSON.parse(text));
    if (sha256(readFileSync(join(folder, download_url))) !== shasum)
      throw new Error(`The page of ${platform} states another checksum than ${download_url} has.`);
  }
  await checkRegistrySet(release, place);
}
