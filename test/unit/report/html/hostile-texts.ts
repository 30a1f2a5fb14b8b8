/** Names that try to leave their place on a page. */
export const hostileTexts: readonly (readonly [string, string])[] = [
  ['a script', '<script>globalThis.hacked = 1</script>'],
  ['an image that fails', '<img src=x onerror="globalThis.hacked = 1">'],
  ['the end of an attribute', '" onfocus="globalThis.hacked = 1" autofocus="'],
  ['the end of an attribute in single quotes', "' onmouseover='globalThis.hacked = 1' '"],
  ['the end of the style', '</style><script>globalThis.hacked = 1</script>'],
  ['the end of the title', '</title><base href="https://attacker.example/">'],
  ['an entity', '&lt;b&gt;&#60;b&#62;&colon;'],
  ['a right-to-left override', '\u202egnp.exe\u202c'],
  ['isolates without an end', '\u2066\u2067\u2068'],
  ['Hebrew and Arabic', 'שלום عالم'],
  ['zero-width characters', 'a\u200bb\u200cc\u200dd\ufeffe\u2060f'],
  ['a terminal escape', '\u001b[31mred\u001b]8;;https://attacker.example\u0007'],
  ['a null and a line break', 'a\u0000b\r\nc\u2028d'],
  ['half a surrogate pair', 'a\ud800b'],
  ['a long word', 'x'.repeat(1_000)],
  ['a template of ours', '{{place}} <%= place %> $' + '{alert(1)}'],
];
