import { checkConnection } from '../check-connection';
import { connect } from '../client';
import type { PlatformTime } from '../http/platform-time';
import { publicTexts } from '../http/request';
import type { ClientOptions } from '../settings';
import { judge } from './judge';
import { Observer } from './observer';

export type { Row } from './judge';
export type Examination = Awaited<ReturnType<typeof examine>>;

export interface Probe {
  /** Secret of the endpoint that is made. */
  readonly secret: string;
  /** Ends the probe. What it has made is removed all the same. */
  readonly stopped: AbortSignal;
  /** Receives a line for each object that is made. */
  readonly announce: (line: string) => void;
}

/**
 * Compares the platform with the assumptions, from reads alone or with a probe. `failure` is what ended it early, and
 * `left` what a probe has made and could not remove.
 * @param mark random text, see `Observer`
 */
export async function examine(options: ClientOptions, mark: string, probe?: Probe) {
  const { transport, base, close } = connect(options);
  const observer = new Observer(transport, mark, probe?.stopped);
  let failure: unknown;
  let left: readonly string[] = [];
  try {
    await checkConnection(transport, () => Promise.resolve(false), base);
    await observer.read();
    if (probe !== undefined) await observer.probe(probe.secret, probe.announce);
  } catch (error) {
    failure = error;
  } finally {
    left = await observer.cleanUp().finally(close);
  }
  // The longer texts first: an address without its random text is no shown one.
  const sent = [mark, ...observer.sightings.flatMap(({ call }) => publicTexts(call))];
  const shown = sent.sort((one, other) => other.length - one.length);
  const clean = (text: string) => transport.redactor.clean(text, shown);
  const rows = judge(observer.sightings).map(row => ({ ...row, detail: clean(row.detail) }));
  const platformTime: PlatformTime | undefined = transport.platformClock.latest;
  return { failure, platformTime, assumptions: rows, left };
}
