import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Aspects, TerraformHclModule, TerraformStack, Testing, Token } from 'cdktf';
import { ApiKey, PolicyRule, SvcPolicy, SvcProvider } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { expression } from './synthesis';

/** `test/unit/temporary-folder.ts` removes it. */
const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'svc-policy-'));

/** Synthesizes a program with one stack in full. Returns the file of the policy, and what cdktf-cli prints. */
function synthesize(outdir: string, declare: (stack: TerraformStack) => void) {
  const app = Testing.app({ outdir });
  const stack = new TerraformStack(app, 'stack');
  new SvcProvider(stack, 'svc');
  declare(stack);
  app.synth();
  const file = path.join(outdir, 'stacks/stack/svc-policy.json');
  const manifest = JSON.parse(readFileSync(path.join(outdir, 'manifest.json'), 'utf8'));
  return {
    file,
    text: existsSync(file) ? readFileSync(file, 'utf8') : undefined,
    annotations: manifest.stacks.stack.annotations,
  };
}

/** A key with scopes, or an unrestricted one. */
function aKey(stack: TerraformStack, id: string, scopes?: string[]): ApiKey {
  const reach = scopes === undefined ? { unrestricted: true } : { scopes };
  return new ApiKey(stack, id, { name: id, tenantId: 'ten_1', ...reach });
}

const declarations: readonly ((stack: TerraformStack) => unknown)[] = [
  stack => {
    const rules = { forbidUnrestricted: true, allowedScopes: ['alerts:read'] };
    const policy = new SvcPolicy({ ...rules, onViolation: 'warn' });
    for (const scope of [stack, stack]) Aspects.of(scope).add(policy);
  },
  stack => SvcPolicy.accept(aKey(stack, 'glass'), PolicyRule.FORBID_UNRESTRICTED, '  Breaks glass.  '),
  stack => aKey(stack, 'wide'),
  stack => aKey(stack, 'variable', Token.asList(expression('var.scopes'))),
  stack => SvcPolicy.accept(aKey(stack, 'narrow', ['alerts:read']), PolicyRule.ALLOWED_SCOPES, 'Was wide.'),
  stack => new TerraformHclModule(stack, 'module', { source: 'acme/module/x' }),
];

function declare(stack: TerraformStack): void {
  for (const each of declarations) each(stack);
}

const broken = {
  rule: 'forbidUnrestricted',
  attribute: 'unrestricted',
  found: 'The key is unrestricted, so it may do everything.',
  remedy: 'Name the scopes that it needs, and leave out unrestricted.',
  scopes: ['stack'],
};

describe('svc-policy.json', () => {
  it('stands beside cdk.tf.json, with the policies, the findings, and what is accepted', () => {
    const { text = '', annotations } = synthesize(temporaryFolder(), declare);
    expect(JSON.parse(text)).toEqual({
      version: 1,
      stack: 'stack',
      policies: [
        {
          scope: 'stack',
          onViolation: 'warn',
          rules: { forbidUnrestricted: true, allowedScopes: ['alerts:read'] },
        },
      ],
      findings: [{ path: 'stack/wide', address: 'svc_api_key.wide', ...broken }],
      accepted: [{ path: 'stack/glass', address: 'svc_api_key.glass', ...broken, reason: 'Breaks glass.' }],
      unjudged: [
        {
          path: 'stack/variable',
          address: 'svc_api_key.variable',
          rule: 'allowedScopes',
          attribute: 'scopes',
        },
      ],
      staleAcceptances: [{ path: 'stack/narrow', rule: 'allowedScopes', reason: 'Was wide.' }],
      unseenModules: ['module'],
    });
    expect(
      annotations.map(({ constructPath, level }: Record<string, string>) => `${level} ${constructPath}`),
    ).toEqual(['@cdktf/warn stack/wide', '@cdktf/warn stack/narrow', '@cdktf/info stack/variable']);
  });

  it('is the same in a second synthesis, and whatever the order of the program', () => {
    const folder = temporaryFolder();
    const first = synthesize(folder, declare);
    const second = synthesize(folder, declare);
    expect(second).toEqual(first);
    const backwards = (stack: TerraformStack) => {
      for (const declare of [...declarations].reverse()) declare(stack);
    };
    expect(synthesize(temporaryFolder(), backwards).text).toBe(first.text);
  });

  it('goes when there is no policy any more', () => {
    const folder = temporaryFolder();
    const { file } = synthesize(folder, declare);
    expect(existsSync(file)).toBe(true);
    expect(synthesize(folder, stack => void aKey(stack, 'wide')).text).toBeUndefined();
    expect(existsSync(path.join(path.dirname(file), 'cdk.tf.json'))).toBe(true);
  });

  it('stays as it is, like cdk.tf.json, when the synthesis fails', () => {
    const folder = temporaryFolder();
    const { text, file } = synthesize(folder, declare);
    const failing = (stack: TerraformStack) => {
      SvcPolicy.apply(stack, { forbidUnrestricted: true });
      aKey(stack, 'wide');
    };
    expect(() => synthesize(folder, failing)).toThrow('[stack/wide] svc_api_key.unrestricted: ');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('comes from the same file that the report reads', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, JSON.stringify({ maxEvents: 3, allowedHosts: ['b.example', 'a.example'] }));
    const { text = '' } = synthesize(folder, stack =>
      Aspects.of(stack).add(SvcPolicy.fromFile(file, 'warn')),
    );
    expect(JSON.parse(text).policies).toEqual([
      {
        scope: 'stack',
        onViolation: 'warn',
        rules: { allowedHosts: ['a.example', 'b.example'], maxEvents: 3 },
      },
    ]);
    writeFileSync(file, '{"maxEvents": "3"}');
    expect(() => SvcPolicy.fromFile(file)).toThrow(
      `The policy ${file} cannot be used. maxEvents: "3" is no whole number`,
    );
    expect(() => SvcPolicy.fromFile(path.join(folder, 'absent.json'))).toThrow('ENOENT');
  });
});
