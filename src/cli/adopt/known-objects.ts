import { readFile } from 'node:fs/promises';
import { shellWord } from '../../client';
import type { Present } from './unmanaged';

/** An object that no state here need have: an id, or a key by what survives its rotation. */
export type Known = { readonly id: string } | { readonly name: string; readonly tenant: string };

/** Reads the file of `--known`. A line is never an option of the command. */
export async function readKnown(file: string | undefined): Promise<readonly Known[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(
      `The file ${file} of --known cannot be read. Where no object is known yet, make it empty: touch ${shellWord(file)}`,
    );
  });
  return text.split('\n').flatMap((line, index) => {
    const entry = line.trim();
    if (entry === '' || entry.startsWith('#')) return [];
    const [, name, tenant] = /^svc_api_key\s+(.+)\s(ten_\S+)$/.exec(entry) ?? [];
    if (name !== undefined && tenant !== undefined) return { name: name.trim(), tenant };
    if (/^[^\s-]\S*$/.test(entry)) return { id: entry };
    throw new Error(`Line ${index + 1} of ${file} is neither an id nor svc_api_key NAME TENANT.`);
  });
}

export const standsFor = (known: Known, { type, object }: Present): boolean =>
  'id' in known
    ? object.id === known.id
    : type === 'svc_api_key' && object.name === known.name && object.tenant_id === known.tenant;

/** Leaves out what is known. Each entry stands for one object: another key of the same name may be a stranger's. */
export function withoutKnown(objects: readonly Present[], known: readonly Known[]): readonly Present[] {
  const left = [...objects];
  for (const one of known) {
    const at = left.findIndex(object => standsFor(one, object));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
