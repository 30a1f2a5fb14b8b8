import type { Action, Cell, PolicyFinding, Risk } from '../model';
import { verbs } from '../names';

/** How something looks: its symbol, its word, and the tone of its colours. No meaning rests on the tone alone. */
export interface Look {
  readonly symbol: string;
  readonly word: string;
  readonly tone: 'added' | 'removed' | 'changed' | 'quiet' | 'critical' | 'high' | 'medium';
}

export const actionLooks: Readonly<Record<Action, Look>> = {
  create: { symbol: '+', word: verbs.create, tone: 'added' },
  update: { symbol: '~', word: verbs.update, tone: 'changed' },
  replace: { symbol: '±', word: verbs.replace, tone: 'changed' },
  delete: { symbol: '−', word: verbs.delete, tone: 'removed' },
  forget: { symbol: '×', word: verbs.forget, tone: 'quiet' },
  import: { symbol: '↓', word: verbs.import, tone: 'quiet' },
  move: { symbol: '→', word: verbs.move, tone: 'quiet' },
  read: { symbol: '»', word: verbs.read, tone: 'quiet' },
  none: { symbol: '=', word: verbs.none, tone: 'quiet' },
};

export const cellLooks: Readonly<Record<Cell, Omit<Look, 'tone'>>> = {
  kept: { symbol: '✓', word: 'kept' },
  added: { symbol: '+', word: 'added' },
  removed: { symbol: '−', word: 'removed' },
  unknown: { symbol: '?', word: 'known after apply' },
  absent: { symbol: '·', word: 'absent' },
};

export const severityLooks: Readonly<Record<Risk['severity'], Look>> = {
  critical: { symbol: '▲', word: 'critical', tone: 'critical' },
  high: { symbol: '◆', word: 'high', tone: 'high' },
  medium: { symbol: '●', word: 'medium', tone: 'medium' },
  low: { symbol: '○', word: 'low', tone: 'quiet' },
};

export const levelLooks: Readonly<Record<PolicyFinding['level'], Look>> = {
  error: { symbol: '✗', word: 'error', tone: 'critical' },
  warning: { symbol: '!', word: 'warning', tone: 'medium' },
};
