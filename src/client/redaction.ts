import { toUSVString } from 'node:util';

/**
 * Cleans what the platform says before it can reach a message. A platform may echo what it was sent, so every
 * secret of this process is remembered and blanked, in the spellings in which an echo could come back.
 */
export interface Redactor {
  remember(secret: string): void;
  clean(text: string): string;
}

const longestText = 300;
const ellipsis = '…';
// Characters that could forge a log line, hide text in a terminal, or turn its direction.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  // Worked out when a message needs them: most processes have a thousand secrets, and no error.
  let spellings: readonly string[] | undefined;
  return {
    remember(secret) {
      if (secret === '' || secrets.has(secret)) return;
      secrets.add(secret);
      spellings = undefined;
    },
    clean(text) {
      spellings ??= spellingsOfAll(secrets);
      const cleaned = without(spellings, text).replace(unprintable, ' ').trim();
      return cleaned.length > longestText ? cleaned.slice(0, longestText) + ellipsis : cleaned;
    },
  };
}

/** A text of our own, without these in any spelling. A secret of fewer than four characters is in every text. */
export function redact(text: string, secrets: readonly string[]): string {
  return without(spellingsOfAll(secrets.filter(secret => secret.length >= 4)), text);
}

function without(spellings: readonly string[], text: string): string {
  return spellings.reduce((cleaned, spelling) => cleaned.replaceAll(spelling, '[redacted]'), text);
}

/** The longest first, so that no part of one is left. */
function spellingsOfAll(secrets: Iterable<string>): readonly string[] {
  return [...secrets].flatMap(spellingsOf).sort((a, b) => b.length - a.length);
}

function spellingsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(toUSVString(secret)),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    secret.replace(unprintable, ' '),
  ].filter(spelling => spelling.trim() !== '');
}
