import type { Action, Cell, PolicyFinding, Risk, Subject } from '../model';

/** How something looks: its symbol, its word, and the tone of its colours. No meaning rests on the tone alone. */
export interface Look {
  readonly symbol: string;
  readonly word: string;
  readonly tone: 'added' | 'removed' | 'changed' | 'quiet' | 'critical' | 'high' | 'medium';
}

export const actionLooks: Readonly<Record<Action, Look>> = {
  create: { symbol: '+', word: 'create', tone: 'added' },
  update: { symbol: '~', word: 'change', tone: 'changed' },
  replace: { symbol: '±', word: 'replace', tone: 'changed' },
  delete: { symbol: '−', word: 'delete', tone: 'removed' },
  forget: { symbol: '×', word: 'forget', tone: 'quiet' },
  import: { symbol: '↓', word: 'import', tone: 'quiet' },
  move: { symbol: '→', word: 'move', tone: 'quiet' },
  read: { symbol: '»', word: 'read', tone: 'quiet' },
  none: { symbol: '=', word: 'keep', tone: 'quiet' },
};

/** What somebody has done outside Terraform. */
export const driftWords: Readonly<Record<Action, string>> = {
  create: 'created',
  update: 'changed',
  replace: 'replaced',
  delete: 'deleted',
  forget: 'forgotten',
  import: 'imported',
  move: 'moved',
  read: 'read',
  none: 'unchanged',
};

export const cellLooks: Readonly<Record<Cell, Look>> = {
  kept: { symbol: '✓', word: 'kept', tone: 'quiet' },
  added: { symbol: '+', word: 'added', tone: 'added' },
  removed: { symbol: '−', word: 'removed', tone: 'removed' },
  unknown: { symbol: '?', word: 'known after apply', tone: 'changed' },
  absent: { symbol: '·', word: 'absent', tone: 'quiet' },
};

export const severityLooks: Readonly<Record<Risk['severity'], Look>> = {
  critical: { symbol: '▲', word: 'critical', tone: 'critical' },
  high: { symbol: '◆', word: 'high', tone: 'high' },
  medium: { symbol: '●', word: 'medium', tone: 'medium' },
};

export const levelLooks: Readonly<Record<PolicyFinding['level'], Look>> = {
  error: { symbol: '✗', word: 'error', tone: 'critical' },
  warning: { symbol: '!', word: 'warning', tone: 'medium' },
};

export const nouns: Readonly<Record<Subject['kind'], string>> = {
  'api-key': 'key',
  'webhook-endpoint': 'endpoint',
  'data-source': 'data source',
  other: 'object',
};
