import { jsonIn, textIn } from './json';

/**
 * A key may hold brackets and escaped quotes. One without an end is the rest of the text. The loop within the quotes is
 * unrolled: with a choice for each character, the expression overflows the stack for a key of some megabytes.
 */
const keys = /\[((?:"[^"\\]*(?:\\.[^"\\]*)*"?)?[^\]]*)\]?/gs;

/** Divides an address or a reference into names with their dots, and keys as they stand between the brackets. */
export const partsOfAddress = (address: string) =>
  address.split(keys).map((text, index) => ({ is: index % 2 === 0 ? 'names' : 'key', text }) as const);

/** Returns the key of each instance that an address names, with those of modules: `x` and none of `module.a["x"].svc_api_key.ci`. */
export function instanceKeysOf(address: string): readonly (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  for (const { is, text } of partsOfAddress(address)) {
    const names = text.split('.').filter(name => name !== '');
    if (is === 'key') keys.splice(-1, 1, keyOf(text));
    else keys.push(...new Array<undefined>(Math.ceil(names.length / 2)));
  }
  return keys;
}

/** Terraform escapes a key as a text of HCL, which is one of JSON but for its templates. */
const keyOf = (text: string) =>
  textIn(jsonIn(text))?.replace(/([$%])\1\{/g, '$1{') ?? (/^\d+$/.test(text) ? text : undefined);

/** Returns a text as it stands in the key of an address. */
export const inKey = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[$%](?=\{)/g, '$&$&');

/** Removes `[0]` and `["key"]`. */
export const withoutKeys = (address: string): string => address.replace(keys, '');
