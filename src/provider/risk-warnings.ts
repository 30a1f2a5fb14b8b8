import type { Warning } from '../plugin/define/definition';
import { type Finding, textOf, type Words } from '../risks/finding';
import { shortened } from '../words/printable';

/** Returns the warnings about an object. @param name as people know it, without secrets */
export const warningsOf = (noun: string, name: string, findings: readonly Finding[]): readonly Warning[] =>
  findings
    .filter(({ warns }) => warns)
    .map(({ warns, words, detail = '' }) => {
      const what = textOf(words.map(cut));
      return warns === 'together'
        ? [`${noun} ${what}`, `${noun} ${name}: ${detail}`]
        : [`${noun} ${name} ${what}`, detail];
    });

const cut = (part: Words[number]) =>
  typeof part === 'string' ? part : { ...part, values: part.values.map(value => shortened(value)) };
