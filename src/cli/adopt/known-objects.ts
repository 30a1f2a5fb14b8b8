import { readFile } from 'node:fs/promises';
import { shellWord } from '../../client';
import { groupedBy } from '../../report/grouped';
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

const keyOf = (known: Known) => JSON.stringify('id' in known ? [known.id] : [known.name, known.tenant]);

/** Returns what the entries of a file may call an object. */
const keysOf = ({ type, object: { id, name, tenant_id: tenant } }: Present) => [
  keyOf({ id }),
  ...(type === 'svc_api_key' && name !== undefined && tenant !== undefined ? [keyOf({ name, tenant })] : []),
];

/** Returns the entries that stand for no object. */
export function unseenOf(known: readonly Known[], objects: readonly Present[]): readonly Known[] {
  const keys = new Set(objects.flatMap(keysOf));
  return known.filter(one => !keys.has(keyOf(one)));
}

/** Leaves out what is known. Each entry stands for one object: another key of the same name may be a stranger's. */
export function withoutKnown(objects: readonly Present[], known: readonly Known[]): readonly Present[] {
  const named = objects.flatMap(object => keysOf(object).map(key => ({ key, object })));
  const waiting = new Map([...groupedBy(named, ({ key }) => key)].map(([key, all]) => [key, all.values()]));
  const leftOut = new Set<Present>();
  for (const one of known)
    for (const { object } of waiting.get(keyOf(one)) ?? []) {
      if (leftOut.has(object)) continue;
      leftOut.add(object);
      break;
    }
  return objects.filter(object => !leftOut.has(object));
}
