import { createHash } from 'node:crypto';
import { promises as files } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the place where Terraform keeps the states: one data directory may serve several in turn (`terraform init
 * -reconfigure`), and a run with one of them shows nothing of the others. Terraform notes its backend in a file of
 * its data directory; without one, states are local. A digest, because a backend's settings may hold credentials.
 */
export async function statePlaceIn(data: string): Promise<string> {
  const text = await files.readFile(join(data, 'terraform.tfstate'), 'utf8').catch(() => '');
  return createHash('sha256').update(backendIn(text)).digest('hex').slice(0, 16);
}

function backendIn(text: string): string {
  try {
    const noted: unknown = JSON.parse(text);
    const isNoted = typeof noted === 'object' && noted !== null && 'backend' in noted;
    return isNoted ? JSON.stringify(noted.backend) : 'local';
  } catch {
    return 'local';
  }
}
