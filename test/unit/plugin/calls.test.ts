import { describe, expect, it } from 'vitest';
import { computed, optional } from '../../../src/plugin/define/attribute';
import { string } from '../../../src/plugin/define/value-type';
import { applyResourceChange } from '../../../src/plugin/rpc/apply-resource-change';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { importResourceState } from '../../../src/plugin/rpc/import-resource-state';
import { planResourceChange } from '../../../src/plugin/rpc/plan-resource-change';
import { readResource } from '../../../src/plugin/rpc/read-resource';
import { Session } from '../../../src/plugin/rpc/session/session';
import { upgradeResourceState } from '../../../src/plugin/rpc/upgrade-resource-state';
import { validateConfig, validateResourceConfig } from '../../../src/plugin/rpc/validate-config';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { unknown } from '../../../src/plugin/values/raw';
import { book, config, encoded, known, resource, session, shelf, silent, typeName } from './shelf';

describe('validation', () => {
  it('runs each check whose value is known, on its attribute', () => {
    const { diagnostics } = validateConfig(book, encoded({ ...config, title: '', mood: unknown }));
    expect(diagnostics).toMatchObject([
      { summary: 'Empty title', attribute: { steps: [{ attributeName: 'title' }] } },
    ]);
  });

  it('puts a finding on a sensitive attribute on the block, and names the attribute in words', () => {
    const [finding, ...rest] = validateConfig(book, encoded({ ...config, pin: '12' })).diagnostics;
    expect(rest).toEqual([]);
    expect(finding).not.toHaveProperty('attribute');
    expect(finding?.detail).toContain('Attribute: pin');
  });

  it('reports an error for write-only arguments under a Terraform without support for them', () => {
    const wax = resource('shelf_wax', {
      ...book,
      importBy: 'id',
      attributes: {
        id: computed(string, { description: 'Shelf mark.' }),
        seal_wo: optional(string, { writeOnly: true, sensitive: true, description: 'Seal.' }),
      },
      validate: () => {},
      plan: () => {},
      create: async () => ({ id: '1' }),
      read: async state => state,
      update: async prior => prior,
      delete: async () => {},
    });
    const request = { typeName: 'shelf_wax', config: encoded({ id: null, seal_wo: 'planted' }) };
    const older = validateResourceConfig(wax, request).diagnostics;
    expect(older).toMatchObject([{ summary: 'Write-only needs Terraform 1.11' }]);
    expect(JSON.stringify(older)).not.toContain('planted');
    const clientCapabilities = { deferralAllowed: false, writeOnlyAttributesAllowed: true };
    expect(validateResourceConfig(wax, { ...request, clientCapabilities }).diagnostics).toEqual([]);
    const without = { ...request, config: encoded({ id: null, seal_wo: null }) };
    expect(validateResourceConfig(wax, without).diagnostics).toEqual([]);
  });

  it('supports rules between attributes', () => {
    expect(validateConfig(book, encoded({ ...config, mood: 'Emma' })).diagnostics).toMatchObject([
      { summary: 'Moody title' },
    ]);
  });
});

describe('reading', () => {
  it('reports a failure of the whole provider once, and keeps every state', async () => {
    const shared = await session();
    shared.client.books.set('fire', { title: '', tags: [] });
    const request = { typeName, currentState: encoded(known), private: new Uint8Array([123, 125]) };
    const answers = await Promise.all([1, 2, 3].map(() => readResource(shared, book, request)));
    expect(answers.flatMap(answer => answer.diagnostics)).toMatchObject([{ summary: 'Shelf is on fire' }]);
    for (const answer of answers) {
      expect(answer.newState).toEqual(request.currentState);
      expect(answer.private).toEqual(request.private);
    }
  });

  it('answers with no state when the object is gone', async () => {
    const answer = await readResource(await session(), book, { typeName, currentState: encoded(known) });
    expect(decodeDynamicValue(answer.newState)).toBeNull();
    expect(answer.diagnostics).toEqual([]);
  });

  it('keeps the state, and says so once, while the provider configuration is not known', async () => {
    const fresh = new Session(shelf, {}, () => 0, silent);
    await configureProvider(fresh, { terraformVersion: '1.11.4', config: encoded({ city: unknown }) });
    const request = { typeName, currentState: encoded(known) };
    const first = await readResource(fresh, book, request);
    const second = await readResource(fresh, book, request);
    expect(first.diagnostics).toMatchObject([{ summary: 'Objects not read yet' }]);
    expect(second.diagnostics).toEqual([]);
    expect(second.newState).toEqual(request.currentState);
  });
});

describe('planning', () => {
  it('runs the rule of the resource, and plans its replaced attributes as unknown', async () => {
    const answer = await planResourceChange(await session(), book, {
      typeName,
      priorState: encoded({ ...known, state: 'torn' }),
      proposedNewState: encoded({ ...known, state: 'torn' }),
      config: encoded(config),
    });
    expect(answer.requiresReplace).toEqual([{ steps: [{ attributeName: 'state' }] }]);
    expect(decodeDynamicValue(answer.plannedState)).toMatchObject({ id: '1', state: unknown });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Book 1 is torn' }]);
    expect(Buffer.from(answer.plannedPrivate ?? []).toString()).toBe('{"torn":"yes"}');
  });

  it('returns the private bytes unchanged while no note changes', async () => {
    const priorPrivate = Buffer.from('{"b":"2", "a":"1"}');
    const answer = await planResourceChange(await session(), book, {
      typeName,
      priorState: encoded(known),
      proposedNewState: encoded(known),
      config: encoded(config),
      priorPrivate,
    });
    expect(answer.plannedPrivate).toBe(priorPrivate);
    expect(decodeDynamicValue(answer.plannedState)).toEqual(known);
  });

  it('plans a deletion as no object', async () => {
    const answer = await planResourceChange(await session(), book, {
      typeName,
      priorState: encoded(known),
      proposedNewState: encoded(null),
      config: encoded(null),
    });
    expect(decodeDynamicValue(answer.plannedState)).toBeNull();
  });
});

describe('applying', () => {
  const plannedState = encoded({ ...known, id: unknown, state: unknown });

  it('creates the planned object, and adds the computed values', async () => {
    const answer = await applyResourceChange(await session(), book, {
      typeName,
      priorState: encoded(null),
      plannedState,
      config: encoded(config),
    });
    expect(decodeDynamicValue(answer.newState)).toEqual(known);
  });

  it('leaves no object behind when a create fails', async () => {
    const shared = await session();
    shared.client.books.set('fire', { title: '', tags: [] });
    const change = { typeName, priorState: encoded(null), plannedState, config: encoded(config) };
    const answer = await applyResourceChange(shared, book, change);
    expect(decodeDynamicValue(answer.newState)).toBeNull();
    expect(answer.diagnostics).toMatchObject([{ summary: 'Shelf is on fire', detail: 'at create' }]);
  });

  it('keeps the object in the state when its deletion fails', async () => {
    const change = {
      typeName,
      priorState: encoded(known),
      plannedState: encoded(null),
      config: encoded(null),
    };
    const answer = await applyResourceChange(await session(), book, change);
    expect(decodeDynamicValue(answer.newState)).toEqual(known);
    expect(answer.diagnostics).toMatchObject([{ summary: 'Shelf is on fire', detail: 'at delete' }]);
  });

  it('passes warnings of a success on', async () => {
    const answer = await applyResourceChange(await session(), book, {
      typeName,
      priorState: encoded(known),
      plannedState: encoded({ ...known, title: 'Persuasion' }),
      config: encoded({ ...config, title: 'Persuasion' }),
    });
    expect(decodeDynamicValue(answer.newState)).toMatchObject({
      id: '1',
      title: 'Persuasion',
      state: 'fresh',
    });
    expect(answer.diagnostics).toMatchObject([{ summary: 'Touched' }]);
  });
});

describe('import', () => {
  it('sets the identity and the defaults, so that the next plan shows no change', async () => {
    const [imported] = importResourceState(await session(), book, { typeName, id: '7' }).importedResources;
    expect(decodeDynamicValue(imported?.state)).toEqual({
      ...known,
      id: '7',
      title: null,
      tags: null,
      state: null,
    });
  });

  it('refuses an empty id', async () => {
    expect(importResourceState(await session(), book, { typeName, id: ' ' }).diagnostics).toMatchObject([
      { summary: 'Import id is empty' },
    ]);
  });
});

describe('a stored state', () => {
  const json = (value: unknown) => ({ json: Buffer.from(JSON.stringify(value)), flatmap: {} });

  it('loses attributes that no longer exist', async () => {
    const rawState = json({ ...known, shelf: 'gone' });
    const answer = upgradeResourceState(await session(), book, { typeName, version: 0, rawState });
    expect(decodeDynamicValue(answer.upgradedState)).toEqual(known);
  });

  it('of a newer provider is refused', async () => {
    const { diagnostics } = upgradeResourceState(await session(), book, {
      typeName,
      version: 1,
      rawState: json(known),
    });
    expect(diagnostics).toMatchObject([{ summary: 'State is newer than provider' }]);
  });
});
