import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { receiver, right } from '../harness/servers/receiver';
import type { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

/** Bodies in which a quote, a backslash, a template or a letter could be read in two ways. */
export const bodies: readonly string[] = [
  '{"type":"alert.created"}',
  JSON.stringify({ a: 'x\ny' }),
  JSON.stringify({ a: 'say "x"' }),
  JSON.stringify({ a: 'C:\\temp\\u00e9' }),
  JSON.stringify({ a: 'Café, 中文 and 😀' }),
  '{"text": "Caf\\u00e9 \\ud83d\\ude00"}', // json.dumps of Python
  JSON.stringify({ z: 1, a: ['<b>&</b>', null, true, 1.5e-7] }),
  JSON.stringify({ a: 'three\ttabs\r\n\u0000 and \u2028' }),
  '{\n  "pretty": "yes"\n}\n',
  `{"a":"\${var.secret}"}`,
  '{"a":"%{if true}x%{endif}$${b}"}',
  '"${"',
  'ends with a backslash \\',
  "it's `plain` #{text} //",
  ' ',
  '',
];

/** Deploys a stack whose outputs sign and verify the bodies, and delivers each to a receiver. Returns the outputs' values. */
export async function expectGenuine(project: CdktfProject, secret: string) {
  await writeFile(path.join(project.folder, 'bodies.json'), JSON.stringify(bodies));
  await project.deploy('signed');
  const printed = succeeded(await project.terraform('signed', 'output', '-json'));
  const outputs = z.record(z.string(), z.object({ value: z.unknown() })).parse(JSON.parse(printed));
  const { url, got } = await receiver((body, header) => (header === right(body, secret) ? 200 : 401));
  for (const [index, body] of bodies.entries()) {
    const signature = String(outputs[`signature_${index}`]?.value);
    const delivered = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'x-svc-signature-256': signature },
    });
    expect(delivered.status, body).toBe(200);
    expect(outputs[`verified_${index}`]?.value, body).toBe(true);
  }
  expect(got.map(({ body }) => body)).toEqual(bodies);
  return outputs;
}
