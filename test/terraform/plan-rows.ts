import { endpoint, key } from './blocks';

/** An object, and what happens to it before or in the plan that the tests look at. */
export interface Row {
  readonly block: string;
  readonly somebody?: object | 'deletes it';
  /** @default the same block */
  readonly planned?: string;
  /** The end of the summary of each warning about the object. */
  readonly warnings: readonly string[];
}

const row = (block: string, happening: Pick<Row, 'somebody' | 'planned'>, ...warnings: string[]): Row => ({
  block,
  ...happening,
  warnings,
});

const hook = endpoint('row');
export const narrow = key('row');
const withScopes = (...scopes: readonly string[]) =>
  narrow.replace('["alerts:read"]', JSON.stringify(scopes));
const wide = withScopes('alerts:read', 'tenants:read');
export const unlimited = narrow.replace(/scopes .*/, 'unrestricted = true');
const onDegraded = (choice: string) => hook.replace('}\n', `  on_degraded = "${choice}"\n}\n`);
const rotated = (release: number, overlap: number) =>
  key('row', { more: `rotation = { overlap_days = ${overlap}, triggers = { release = "${release}" } }` });

export const changed = [
  row(hook, { somebody: { url: 'https://evil.example/' } }, 'was redirected to evil.example on the platform'),
  row(hook, { somebody: { events: ['incident.created'] } }, 'was changed on the platform: events'),
  row(hook, { somebody: 'deletes it' }, 'is unknown to the platform'),
  row(
    narrow,
    { somebody: { name: 'other' } },
    'was changed on the platform: name',
    'is renamed to row; its value goes on working',
  ),
  row(narrow, { somebody: { scopes: ['a:b', 'alerts:read'] } }, 'has a:b on the platform'),
  row(narrow, { somebody: { scopes: [] } }, 'was made unrestricted on the platform'),
  row(narrow, { somebody: 'deletes it' }, 'is unknown to the platform'),
];
const elsewhere = { url: 'https://b.example/' };
/** A configuration may agree with the change or ignore it. */
export const same = [
  row(hook, { somebody: elsewhere, planned: hook.replace(/https.*?"/, `${elsewhere.url}"`) }),
  row(hook.replace('}\n', '  lifecycle {\n    ignore_changes = [url]\n  }\n}\n'), { somebody: elsewhere }),
];
const somebody = { status: 'degraded' };
export const degraded = [row(hook, { somebody }, 'is degraded'), row(onDegraded('ignore'), { somebody })];
export const replacement = row(
  onDegraded('replace'),
  { somebody },
  'is replaced by a new registration because it is degraded',
);
const moved = narrow.replace('acme', 'globex');
const signed = endpoint('row', { secret: 'other' });
export const risks = [
  row(narrow, { planned: moved }, 'is replaced by another key, under another id'),
  row(narrow, { planned: key('row', { called: 'other' }) }, 'is renamed to other; its value goes on working'),
  row(narrow, { planned: wide }, 'gains tenants:read'),
  row(narrow, { planned: unlimited }, 'becomes unrestricted'),
  row(narrow, { planned: '' }, 'is revoked at once'),
  row(rotated(1, 0), { planned: rotated(2, 0) }, 'is rotated without overlap'),
  row(rotated(1, 1), { planned: rotated(2, 1) }, 'is rotated, and its present value goes on working'),
  row(hook, { planned: signed }, 'signs with another secret'),
];
export const harmless = [
  row(wide, { planned: narrow }),
  row(hook, { planned: endpoint('row', { path: 'other' }) }),
  row(hook, { planned: '' }),
];

export const rows = [...changed, ...same, ...degraded, replacement, ...risks, ...harmless];
export const typeOf = ({ block }: Row) => /"(\w+)"/.exec(block)?.[1] ?? '';
export const addressOf = (each: Row) => `${typeOf(each)}.row_${rows.indexOf(each)}`;
export const configurationOf = (part: (each: Row) => string) =>
  rows.map((each, index) => part(each).replaceAll('row', `row_${index}`)).join('');
