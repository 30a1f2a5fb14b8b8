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
  let spellings: string[] | undefined;
  return {
    remember(secret) {
      if (secret === '' || secrets.has(secret)) return;
      secrets.add(secret);
      spellings = undefined;
    },
    clean(text) {
      spellings ??= [...secrets].flatMap(spellingsOf).sort((a, b) => b.length - a.length);
      let cleaned = text;
      for (const spelling of spellings) cleaned = cleaned.replaceAll(spelling, '[redacted]');
      cleaned = cleaned.replace(unprintable, ' ').trim();
      return cleaned.length > longestText ? cleaned.slice(0, longestText) + ellipsis : cleaned;
    },
  };
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
