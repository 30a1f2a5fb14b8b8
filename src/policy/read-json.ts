/**
 * A text that is no JSON, or in which an object has the same name twice. The message repeats nothing else of the text,
 * which may be any file.
 *
 * @internal
 */
export class InvalidJson extends Error {
  public override readonly name = 'InvalidJson';
}

/**
 * Reads JSON in which no object has the same name twice. `JSON.parse` takes the last of the two without a word, and a
 * reviewer reads the first. jsii admits no dependency that is not built by jsii, so this is no library.
 *
 * @throws InvalidJson
 * @internal
 */
export function readJson(text: string): unknown {
  const json = parsed(text.replace(/^\ufeff/, ''));
  const name = repeatedName(text);
  if (name === undefined) return json;
  throw new InvalidJson(
    `An object in it has the name ${name} more than once. Keep one of them: only the last would count.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse quotes the text.
    throw new InvalidJson('It is no JSON.');
  }
}

/** In valid JSON, a string before a colon is a name, and braces outside strings begin and end objects. */
const tokens = /("[^"\\]*(?:\\.[^"\\]*)*")(?=(\s*:)?)|[{}]/g;

function repeatedName(valid: string): string | undefined {
  const objects: Set<string>[] = [];
  for (const [token, text, colon] of valid.matchAll(tokens)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (text !== undefined && colon !== undefined) {
      const name = String(JSON.parse(text));
      const names = objects.at(-1);
      if (names?.has(name)) return shownName(name);
      names?.add(name);
    }
  }
  return undefined;
}

function shownName(name: string): string {
  const clean = name.slice(0, 80).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
  return JSON.stringify(clean);
}
