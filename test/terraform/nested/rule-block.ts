export const rule = (body: string, name = 'a') =>
  `resource "tower_rule" "a" {\n  name = "${name}"\n${body}\n}\n`;
export const address = 'tower_rule.a';
