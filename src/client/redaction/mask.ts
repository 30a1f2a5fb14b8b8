/** Shorter runs are shown: nine bytes have twelve characters in base64. Lists of bytes have a rule of their own. */
const longestUnread = 12;
/** Four or more bytes, decimal or hexadecimal, one by one. */
const listOfBytes = /(?<![\w.])(?:(?:0x)?[\da-f]{1,3}(?:[\s,;+-]+|$|(?=\W))){4,}/gi;
/** A run without blanks, and the punctuation around it. */
const run = /([("'`<[{]*)([^\s\uffff]+?)([)"'`>\]},.;:!?]*)(?=[\s\uffff]|$)/gu;

/** Identifiers of the platform, UUIDs and IPv4 addresses. Other prefixes may belong to secrets, such as `whsec_`. */
const identifier =
  /^(?:(?:evt|key|req|ten|wh)_[A-Za-z0-9]{1,40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?)$/;
/** One word of letters, as people write it: `Invalid`, `tenantId`, `URL`. One or two digits may follow. */
const word = /^(?=\p{L}{0,20}\d{0,2}$)(?:\p{Lu}+|\p{L}\p{Ll}*(?:\p{Lu}\p{Ll}+)*|\p{Lo}+)?\d{0,2}$/u;
/** Signs of an encoding: escapes, percent-encoding, entities, base64. */
const encoded = /[\\%&#+]/;
/** More numbers may be a list of bytes. */
const mostNumbers = 2;

/** Masks what may be an encoded secret: lists of bytes, and long runs that are no words, identifier or text to show. */
export function mask(text: string, shown: readonly string[] = []): string {
  const values = shown.flatMap(value => value.split(/\s+/)).filter(({ length }) => length >= longestUnread);
  const isShown = (text: string) => {
    const rest = values.reduce((left, value) => left.replaceAll(value, ''), text);
    return rest.length < longestUnread || identifier.test(rest) || areWords(rest);
  };
  return text
    .replace(listOfBytes, '[masked] ')
    .replace(run, (whole, before, core, after) => (isShown(core) ? whole : `${before}[masked]${after}`));
}

/** Words with punctuation between them, such as `incident:respond`, `api.example.com/v1` or `"url":["taken`. */
function areWords(text: string): boolean {
  const pieces = text.split(/[^\p{L}\p{N}]+/u);
  const numbers = pieces.filter(piece => /\d/.test(piece));
  return !encoded.test(text) && numbers.length <= mostNumbers && pieces.every(piece => word.test(piece));
}
