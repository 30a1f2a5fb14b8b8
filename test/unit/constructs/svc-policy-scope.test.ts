import { App, Aspects, TerraformStack, Testing } from 'cdktf';
import { SvcPolicy, SvcProvider } from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { aKey, errorOf } from './policy-program';
import { aStack } from './synthesis';

describe('a policy', () => {
  it('applies to its scope alone, and a stricter one within it holds beside it', () => {
    const { stack } = aStack();
    const team = new Construct(stack, 'team');
    const first = new SvcPolicy({ allowedScopes: ['a:x', 'b:x'] });
    Aspects.of(stack).add(first);
    const stricter = new SvcPolicy({ allowedScopes: ['a:x', 'c:x'] });
    for (const scope of [team, new Construct(stack, 'next')]) Aspects.of(scope).add(stricter);
    aKey(stack, { scopes: ['b:x'] });
    aKey(team, { scopes: ['a:x'] }, 'allowed');
    aKey(team, { scopes: ['b:x', 'c:x'] }, 'neither');
    const lines = errorOf(stack).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\[stack\/team\/neither\].*"c:x".*The policy on "stack" has/);
    expect(lines[1]).toMatch(/^\[stack\/team\/neither\].*"b:x".*The policy on "stack\/team" has/);
  });

  it('that is added twice, or is the same in two scopes, reports once', () => {
    const { stack } = aStack();
    const twice = new SvcPolicy({ forbidUnrestricted: true });
    for (const scope of [stack, stack]) Aspects.of(scope).add(twice);
    SvcPolicy.apply(stack, { forbidUnrestricted: true });
    SvcPolicy.apply(stack, { forbidUnrestricted: true, onViolation: 'warn' });
    const team = new Construct(stack, 'team');
    SvcPolicy.apply(team, { forbidUnrestricted: true, onViolation: 'warn' });
    aKey(team, { unrestricted: true });
    const lines = errorOf(stack).split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('The policy on "stack" and "stack/team" has the rule forbidUnrestricted.');
  });

  it.each<[how: string, add: (app: App) => unknown]>([
    ['by apply', app => SvcPolicy.apply(app, { forbidUnrestricted: true })],
    ['as an aspect', app => Aspects.of(app).add(new SvcPolicy({ forbidUnrestricted: true }))],
  ])('on an App applies to every stack, also to one without constructs of this package, %s', (_, add) => {
    const app = new App({ outdir: Testing.app().outdir });
    add(app);
    const raw = new TerraformStack(app, 'raw');
    raw.addOverride('resource.svc_api_key.raw', { unrestricted: true });
    new SvcProvider(new TerraformStack(app, 'other'), 'svc');
    expect(() => app.synth()).toThrow('[raw] svc_api_key.raw.unrestricted: ');
  });

  it.each([
    [{ allowedHosts: ['https://x.example'] }, 'SvcPolicy: allowedHosts[0]: "https://x.example" is no host.'],
    [{ onViolation: 'ignore' }, 'SvcPolicy: onViolation: "ignore" is not a choice. Give "error" or "warn".'],
  ])('%j is refused by the constructor', (config, message) => {
    expect(() => new SvcPolicy(config)).toThrow(message);
  });
});
