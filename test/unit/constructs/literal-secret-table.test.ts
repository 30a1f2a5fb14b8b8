import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as cdktf from 'cdktf';
import * as svc from 'cdktf-provider-svc';
import ts from 'typescript';
import { expect, it } from 'vitest';

const [, section = ''] = readFileSync('docs/secrets.md', 'utf8').split('\n## Literal secrets in a stack\n');
const [, before = ''] = /```typescript\n([\s\S]*?)```/.exec(section) ?? [];
const rows = [...section.matchAll(/^\| `{1,2} ?(.*?) ?`{1,2} \| (accepted|refused) \| (.*) \|$/gm)].map(
  ([, code = '', expected = '', reason = '']) => [code, expected, reason] as const,
);

const { outputText: declarations } = ts.transpileModule(before, {
  compilerOptions: { target: ts.ScriptTarget.ES2022 },
});

/** Runs the lines before the table, and then a row, whose value it returns. */
function evaluated(row: string, names: Readonly<Record<string, unknown>>): unknown {
  // ES modules hand on CommonJS exports as `default` too, which is no name to declare.
  const { default: _, ...known }: Record<string, unknown> = { ...cdktf, ...names };
  const parameters = Object.keys(known).join(', ');
  return runInThisContext(
    `(({ ${parameters} }) => { ${declarations}\nreturn { forEach, secret: ${row} }; })`,
  )(known);
}

/** Synthesizes a whole program. Returns what it has written for its stack, or the error. */
function synthesized(row: string): string {
  const { outdir } = cdktf.Testing.app();
  const app = new cdktf.App({ outdir, skipValidation: true });
  const stack = new cdktf.TerraformStack(app, 'stack');
  const file = join(outdir, 'stacks/stack/cdk.tf.json');
  try {
    new svc.SvcProvider(stack, 'svc');
    const given = Object(evaluated(row, { app, stack }));
    const forEach = row.includes('forEach') ? given.forEach : undefined;
    const { secret } = given;
    const url = 'https://hooks.example.com/alerts';
    new svc.WebhookEndpoint(stack, 'alerts', { url, events: ['alert.created'], forEach, secret });
    app.synth();
    return readFileSync(file, 'utf8');
  } catch (error) {
    expect(existsSync(file)).toBe(false);
    return String(error);
  }
}

it.each(rows)('%s is %s: %s', (code, expected) => {
  const text = synthesized(code);
  if (expected === 'accepted') return expect(text).toContain('"secret":');
  expect(text).toMatch(/^Error: \[stack\/alerts\] svc_webhook_endpoint\.secret: The secret is a literal/);
  expect(text).not.toContain('whsec_literal');
});

it('the table has seven rows', () => {
  expect(rows).toHaveLength(7);
});
