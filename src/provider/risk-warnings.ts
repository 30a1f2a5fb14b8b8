import type { Warning } from '../plugin/define/definition';
import { type Finding, textOf } from '../risks/finding';
import { type Named, nameOfKey } from './api-keys/key-name';
import { receiverOf } from './webhook-endpoints/receiver';

export const keyWarnings = (key: Named, findings: readonly Finding[]): readonly Warning[] =>
  warningsOf('API key', nameOfKey(key), findings);

/** Of its address, an endpoint is named by the host alone. */
export const endpointWarnings = (
  { id, url }: { readonly id: string; readonly url?: unknown },
  findings: readonly Finding[],
): readonly Warning[] => warningsOf('Webhook endpoint', `${receiverOf(url)} (${id})`, findings);

const warningsOf = (noun: string, name: string, findings: readonly Finding[]): readonly Warning[] =>
  findings
    .filter(({ warns }) => warns)
    .map(({ warns, words, detail = '' }) =>
      warns === 'together'
        ? [`${noun} ${textOf(words)}`, `${noun} ${name}: ${detail}`]
        : [`${noun} ${name} ${textOf(words)}`, detail],
    );
