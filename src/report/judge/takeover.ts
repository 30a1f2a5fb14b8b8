import type { Risk } from '../model';
import { phrase, value } from '../phrase';
import { riskOf } from './finding';
import type { Judging } from './judging';

/** An object of an interrupted run that the apply takes over instead of creating another one. */
export interface Takeover {
  /** Terraform’s type, such as `svc_webhook_endpoint`. */
  readonly resource: string;
  readonly id: string;
}

/** Returns a risk for each object that the plan run has announced to take over. */
export function takeoverRisks(takeovers: readonly Takeover[], { shown }: Judging): readonly Risk[] {
  return takeovers.map(({ resource, id }) => {
    const noun = resource === 'svc_api_key' ? 'key' : 'endpoint';
    const sentence = phrase`${noun} ${value(shown.text(id))} of an interrupted run is taken over`;
    return riskOf('takeover', null, sentence, [
      'The apply adopts it, or issues it again, instead of creating another one. Check that it is yours.',
    ]);
  });
}
