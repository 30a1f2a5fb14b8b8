import type { Stage } from './stage';

/** Sends an event to the one endpoint subscribed to it, over HTTP with a signature. */
export async function deliverSigned(stage: Stage, type: string, path: string): Promise<void> {
  const { narrator, sandbox, receiver } = stage;
  const before = receiver.received.length;
  const { id } = await sandbox.controls.events.emit({ type, tenant_id: 'ten_acme', data: { title: 'Demo' } });
  const came = receiver.received.slice(before).filter(delivery => delivery.path === path);
  narrator.say(`${type} goes to ${path} as ${id}`);
  narrator.check(
    'the receiver verified and accepted it',
    came.map(({ status }) => status),
    [204],
  );
  narrator.check(
    'its body is the event',
    came.every(({ body }) => body.includes(id)),
  );
}

/** Checks that the receiver refuses a signature without the secret, and a genuine signature with another body. */
export async function refuseForged({ narrator, receiver }: Stage): Promise<void> {
  const genuine = receiver.received.find(({ status }) => status === 204);
  if (genuine === undefined) throw narrator.broken('expected: a delivery to forge after\nfound:    none');
  const { path, body, signature } = genuine;
  const send = async (text: string, value: string) => {
    const headers = { 'content-type': 'application/json', 'x-svc-signature-256': value };
    return (await fetch(`${receiver.url}${path}`, { method: 'POST', headers, body: text })).status;
  };
  narrator.check('a made-up signature is refused', await send(body, `sha256=${'0'.repeat(64)}`), 401);
  const altered = body.replace('Demo', 'Harmless');
  narrator.check('a genuine signature under an altered body is refused', await send(altered, signature), 401);
}
