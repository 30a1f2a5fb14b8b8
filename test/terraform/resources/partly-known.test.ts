import { describe, expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.a';

const apiKey = (changes: string, scopes = '["alerts:read"]') =>
  `resource "svc_api_key" "a" {\n  name = "reporting"\n  tenant_id = "ten_acme"\n  scopes = ${scopes}\n${changes}\n}\n`;

/** Known to Terraform when it has applied it, and not before. */
const later = (value: string) => `resource "terraform_data" "later" {\n  input = ${value}\n}\n`;
const laterKnown = 'terraform_data.later.output';

/** The user's first command, in which no variable is known. */
async function validate(s: Scenario): Promise<string> {
  const { stdout, stderr } = await s.terraform('validate', '-no-color');
  return stdout + stderr;
}

describe('a rotation with an unknown part', () => {
  it.each([
    ['an age from a variable', 'after_days = var.d', 'variable "d" { type = number }', { d: 30 }],
    ['an age from a variable with a default', 'after_days = var.d', 'variable "d" { default = 30 }', {}],
    [
      'an optional age from a variable',
      'after_days = var.d\ntriggers = { a = "1" }',
      'variable "d" { default = null }',
      {},
    ],
    [
      'triggers from a variable',
      'triggers = var.m',
      'variable "m" { type = map(string) }',
      { m: { a: '1' } },
    ],
    [
      'triggers from a variable with a default',
      'triggers = var.m',
      'variable "m" { default = { a = "1" } }',
      {},
    ],
    [
      'an overlap from a variable',
      'after_days = 30\noverlap_days = var.d',
      'variable "d" { default = 1 }',
      {},
    ],
  ])('has an occasion: %s', async (_, rotation, declared, variables) => {
    const overlap = rotation.includes('overlap_days') ? '' : 'overlap_days = 1';
    const s = await scenario();
    await s.configure(`${declared}\n${apiKey(`rotation = {\n${rotation}\n${overlap}\n}`)}`, variables);
    expect(await validate(s)).toContain('Success!');
    await s.apply();
    // Again, now that there is an object to compare with.
    expect((await s.plan()).isEmpty).toBe(true);
  });

  it('is valid if a trigger is an output that the apply sets', async () => {
    const s = await scenario();
    const configuration = (release: string) =>
      later(`"${release}"`) + apiKey(`rotation = {\noverlap_days = 1\ntriggers = { a = ${laterKnown} }\n}`);
    const first = await s.apply(configuration('1'));
    const key = first.state.resources.find(resource => resource.address === address);
    const { plan, state } = await s.planAndApply(configuration('2'));
    expect(plan.changes[address]?.unknown).toMatchObject({ id: true, rotation: { triggers: { a: true } } });
    const rotated = state.resources.find(resource => resource.address === address);
    expect(rotated?.values['previous_id']).toBe(key?.values['id']);
  });

  it('reports errors in the known part', async () => {
    const s = await scenario();
    const rotation = `rotation = {\nafter_days = 30\noverlap_days = 40\ntriggers = { a = ${laterKnown} }\n}`;
    await s.configure(later('"1"') + apiKey(rotation));
    expect(await validate(s)).toContain('Rotation overlap too long');
    await s.configure(later('"1"') + apiKey(rotation.replace('30', '0').replace('40', '-1')));
    const said = await validate(s);
    expect(said).toContain('Invalid rotation age');
    expect(said).toContain('Invalid rotation overlap');
  });

  it('is invalid if the variable is null, and the plan says so', async () => {
    const s = await scenario();
    await s.configure(
      `variable "d" { default = null }\n${apiKey('rotation = {\nafter_days = var.d\noverlap_days = 1\n}')}`,
    );
    expect(await validate(s)).toContain('Success!');
    await expect(s.plan()).rejects.toThrow('Rotation without a trigger');
  });
});

describe('scopes with one unknown', () => {
  it('cause a warning that the key may gain scopes, with their names once known', async () => {
    const s = await scenario();
    await s.startFrom(apiKey(''));
    const scopes = `["alerts:read", ${laterKnown}]`;
    const { state } = await s.apply(later('"devices:read"') + apiKey('', scopes), {
      warnings: [/API key \w+ \(key_\w+\) may gain scopes\n/, /API key \w+ \(key_\w+\) gains devices:read\n/],
    });
    const key = state.resources.find(resource => resource.address === address);
    expect(key?.values['scopes']).toEqual(['alerts:read', 'devices:read']);
  });

  it('still count as scopes: the key is neither without scopes nor unrestricted', async () => {
    const s = await scenario();
    await s.configure(`variable "s" {}\n${apiKey('', '["alerts:read", var.s]')}`, { s: 'devices:read' });
    expect(await validate(s)).toContain('Success!');
    await s.configure(`variable "s" {}\n${apiKey('unrestricted = true', '["alerts:read", var.s]')}`);
    expect(await validate(s)).toContain('Key cannot be both');
  });
});

describe('a login with an unknown part', () => {
  it('still counts as a credential: a key beside it is an error', async () => {
    const key = 'svc_test_00000000000000000000000000000000';
    const s = await scenario({
      provider: `api_key = "${key}"\noauth = { auth_url = "https://login.example", client_id = var.c }`,
    });
    await s.configure('variable "c" {}\ndata "svc_tenants" "all" {}\n', { c: 'a' });
    expect(await validate(s)).toContain('Exactly one credential is needed');
  });
});
