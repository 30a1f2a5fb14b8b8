import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Annotations, Aspects, TerraformHclModule, TerraformStack, Testing, Token } from 'cdktf';
import { ApiKey, PolicyRule, SvcPolicy, SvcProvider } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { readAcceptedRisks } from '../../../src/constructs/policy/rules/accepted-risks';
import { holdingDay as last } from '../../harness/holding-day';
import { expression } from './synthesis';

/** `test/unit/temporary-folder.ts` removes it. */
const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'svc-policy-'));

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

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
    text: read(file),
    accepted: read(path.join(outdir, 'stacks/stack/accepted-risks.json')),
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
  stack => SvcPolicy.accept(aKey(stack, 'glass'), PolicyRule.FORBID_UNRESTRICTED, '  Breaks glass.  ', last),
  stack => ['wide', 'wider'].map(id => aKey(stack, id)),
  stack => aKey(stack, 'variable', Token.asList(expression('var.scopes'))),
  stack =>
    SvcPolicy.accept(aKey(stack, 'narrow', ['alerts:read']), PolicyRule.ALLOWED_SCOPES, 'Was wide.', last),
  stack => new TerraformHclModule(stack, 'module', { source: 'acme/module/x' }),
];

function declare(stack: TerraformStack): void {
  for (const each of declarations) each(stack);
}

describe('a synthesis writes beside cdk.tf.json', () => {
  it('which policies apply, and what the program accepts', () => {
    const { text = '', accepted = '', annotations } = synthesize(temporaryFolder(), declare);
    const rules = { forbidUnrestricted: true, allowedScopes: ['alerts:read'] };
    expect(JSON.parse(text)).toEqual([{ scope: 'stack', onViolation: 'warn', rules }]);
    expect(readAcceptedRisks(accepted)).toEqual([
      { rule: 'allowedScopes', address: 'svc_api_key.narrow', reason: 'Was wide.', expires: last },
      { rule: 'forbidUnrestricted', address: 'svc_api_key.glass', reason: 'Breaks glass.', expires: last },
    ]);
    expect(
      annotations.map(({ constructPath, level }: Record<string, string>) => `${level} ${constructPath}`),
    ).toEqual(['@cdktf/warn stack/wide', '@cdktf/warn stack/wider', '@cdktf/info stack/variable']);
  });

  it('the same in a second synthesis, and whatever the order of the program', () => {
    const folder = temporaryFolder();
    const first = synthesize(folder, declare);
    const second = synthesize(folder, declare);
    expect(second).toEqual(first);
    const backwards = (stack: TerraformStack) => {
      for (const declare of [...declarations].reverse()) declare(stack);
    };
    const { text, accepted } = synthesize(temporaryFolder(), backwards);
    expect({ text, accepted }).toEqual({ text: first.text, accepted: first.accepted });
  });

  it('nothing when nothing is accepted, or there is no policy any more', () => {
    const folder = temporaryFolder();
    const { file } = synthesize(folder, declare);
    expect(existsSync(file)).toBe(true);
    expect(synthesize(folder, stack => void declarations[0]?.(stack)).accepted).toBeUndefined();
    const { text, accepted } = synthesize(folder, stack => void aKey(stack, 'wide'));
    expect({ text, accepted }).toEqual({ text: undefined, accepted: undefined });
    expect(existsSync(path.join(path.dirname(file), 'cdk.tf.json'))).toBe(true);
  });

  it('nothing when it fails, nor when a test then asks for the JSON', async () => {
    const folder = temporaryFolder();
    const { text, file } = synthesize(folder, declare);
    const failing = (stack: TerraformStack) => {
      SvcPolicy.apply(stack, { forbidUnrestricted: true });
      aKey(stack, 'wide');
    };
    expect(() => synthesize(folder, failing)).toThrow('[stack/wide] svc_api_key.unrestricted: ');
    const stacks: TerraformStack[] = [];
    const early = (stack: TerraformStack) => Annotations.of(stack).addError(`early ${stacks.push(stack)}`);
    expect(() => synthesize(folder, early)).toThrow('early 1');
    await Promise.resolve();
    for (const stack of stacks) Testing.synth(stack);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('the policy of the file that the report reads', () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'policy.json');
    writeFileSync(file, JSON.stringify({ maxEvents: 3, allowedHosts: ['b.example', 'a.example'] }));
    const { text = '' } = synthesize(folder, stack =>
      Aspects.of(stack).add(SvcPolicy.fromFile(file, 'warn')),
    );
    expect(JSON.parse(text)).toEqual([
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
