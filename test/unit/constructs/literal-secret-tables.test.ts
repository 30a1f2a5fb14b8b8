import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as cdktf from 'cdktf';
import * as svc from 'cdktf-provider-svc';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { programs, rowsUnder } from './literal-secret-table';

const [setting = '', twoMore = ''] = programs;
const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

/** Runs the document's code: what comes first, and then a row, whose value it returns. */
function evaluated(before: string, row: string, names: Readonly<Record<string, unknown>>): unknown {
  // ES modules hand on CommonJS exports as `default` too, which is no name to declare.
  const { default: _, ...known }: Record<string, unknown> = { ...cdktf, ...svc, ...names };
  const program = `(({ ${Object.keys(known).join(', ')} }) => { ${before}\nreturn (${row}); })`;
  const target = ts.ScriptTarget.ES2022;
  const { outputText } = ts.transpileModule(program, { compilerOptions: { target } });
  return runInThisContext(outputText)(known);
}

/** Synthesizes a whole program, and gives what it has written for its stack: nothing, where it was refused. */
function synthesized(declare: (app: cdktf.App, stack: cdktf.TerraformStack) => void, skipValidation = false) {
  const { outdir } = cdktf.Testing.app();
  const app = new cdktf.App({ outdir, skipValidation });
  const stack = new cdktf.TerraformStack(app, 'stack');
  const file = join(outdir, 'stacks/stack/cdk.tf.json');
  try {
    declare(app, stack);
    app.synth();
    return { json: readFileSync(file, 'utf8') };
  } catch (error) {
    expect(existsSync(file)).toBe(false);
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

function withSecret(row: string) {
  return (app: cdktf.App, stack: cdktf.TerraformStack): void => {
    const value = evaluated(setting, row, { app, stack });
    const isConfig = typeof value === 'object' && !cdktf.Token.isUnresolved(value);
    const given = isConfig ? value : { secret: value };
    new svc.WebhookEndpoint(stack, 'alerts', { ...endpoint, ...given });
  };
}

describe('a secret that comes from outside the program in every case is accepted', () => {
  it.each(rowsUnder('Accepted'))('%s: %s', code => {
    const { json, refusal } = synthesized(withSecret(code));
    expect(refusal).toBeUndefined();
    expect(json).toContain('"secret":');
  });
});

describe('a secret that is a literal in some case is refused, and not repeated', () => {
  it.each(rowsUnder('Refused'))('%s: %s', code => {
    const { refusal } = synthesized(withSecret(code));
    expect(refusal).toMatch(/\[stack\/alerts\] svc_webhook_endpoint\.secret: The secret is a literal/);
    expect(refusal).not.toContain('whsec_literal');
  });

  it.each(rowsUnder('Refused'))('%s, also where validations are skipped', code => {
    const { refusal } = synthesized(withSecret(code), true);
    expect(refusal).toContain('svc_webhook_endpoint.secret: The secret is a literal');
  });
});

describe('a literal secret is refused, however it reaches the argument', () => {
  const rows = rowsUnder('Refused for every way of setting a value');

  it.each(rows)('%s: %s', code => {
    const { refusal } = synthesized(
      (app, stack) => void evaluated(setting + twoMore, code, { app, stack }),
      true,
    );
    expect(refusal).toMatch(/^\[stack(\/\w+)?\] [\w.:]+: /);
    expect(refusal).not.toContain('whsec_literal');
  });

  it('and without these ways the same program is accepted', () => {
    const { refusal } = synthesized((app, stack) => void evaluated(setting + twoMore, '0', { app, stack }));
    expect(refusal).toBeUndefined();
  });
});

it('the tables have rows', () => {
  const count = (heading: string) => rowsUnder(heading).length;
  expect([
    count('Accepted') > 30,
    count('Refused') > 45,
    count('Refused for every way of setting a value') > 12,
  ]).toEqual([true, true, true]);
});
