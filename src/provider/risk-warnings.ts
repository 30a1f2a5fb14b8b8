import type { Warning } from '../plugin/define/definition';
import { type Finding, textOf } from '../risks/finding';

/** Returns the warnings about an object. @param name as people know it, without secrets */
export const warningsOf = (noun: string, name: string, findings: readonly Finding[]): readonly Warning[] =>
  findings
    .filter(({ warns }) => warns)
    .map(({ warns, words, detail = '' }) =>
      warns === 'together'
        ? [`${noun} ${textOf(words)}`, `${noun} ${name}: ${detail}`]
        : [`${noun} ${name} ${textOf(words)}`, detail],
    );
