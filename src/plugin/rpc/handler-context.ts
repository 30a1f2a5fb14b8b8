import type { HandlerContext, Warn } from '../define/context';
import type { Attributes } from '../define/schema-types';
import type { RawObject } from '../values/raw';
import type { Diagnostics } from './diagnostics';
import type { Session } from './session/session';

interface Handling<Client> extends Pick<HandlerContext<Client>, 'client' | 'notes'> {
  readonly attributes: Attributes;
  readonly diagnostics: Diagnostics;
  /** All values of the object that Terraform has sent. */
  readonly values: readonly (RawObject | null)[];
}

/** Returns the arguments of a handler. It registers the object's sensitive values first: the platform may echo them. */
export function handlerContext<Client>(
  session: Session<Client>,
  { client, attributes, diagnostics, notes, values }: Handling<Client>,
): HandlerContext<Client> {
  session.secrets.registerObject(client, attributes, values);
  const { warn } = diagnostics;
  const warnOnce: Warn = (summary, ...details) => {
    if (session.isFirstMention(summary)) warn(summary, ...details);
  };
  return { client, warn, warnOnce, notes };
}
