import type { Stage } from './stage';

/** An event goes from the platform to the one endpoint that wants it, over HTTP and signed. */
export async function deliverSigned(stage: Stage, type: string, path: string): Promise<void> {
  const { narrator, sandbox, receiver } = stage;
  const before = receiver.received.length;
  const { id } = await sandbox.controls.events.emit({ type, tenant_id: 'ten_acme', data: { title: 'Demo' } });
  const came = receiver.received.slice(before).filter(delivery => delivery.path === path);
  narrator.say(`${type} goes to ${path} as ${id}`);
  narrator.check(
    'the receiver could verify it and took it',
    came.map(({ status }) => status),
    [204],
  );
  narrator.check(
    'its body is the event',
    came.every(({ body }) => body.includes(id)),
  );
}

/** Neither a signature made without the secret nor a genuine one under another body is believed. */
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
