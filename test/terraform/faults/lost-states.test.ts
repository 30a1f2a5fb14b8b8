import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onlyInWholeRun } from '../../harness/extent';
import { type Scenario, scenario, withoutLogs } from '../../harness/scenario';
import { endpoint, key } from '../blocks';
import { recordRow } from './fault-matrix';

const kept = endpoint('kept');

/** Applies without the looks that `apply` takes afterwards: they would show the state to the provider. */
async function applyAlone(s: Scenario, configuration: string, ...flags: readonly string[]) {
  await s.configure(configuration);
  const { code, stdout, stderr } = await s.terraform('apply', '-auto-approve', '-no-color', ...flags);
  expect(code, stdout + stderr).toBe(0);
}

/** Creates resources named `lost`, and loses the state of them as a backend does that stores every 20 s. */
async function loseStateOf(configuration: string) {
  const s = await scenario({ environment: withoutLogs });
  await s.plantSecret('signing');
  await s.startFrom(kept);
  const [state, stored] = ['terraform.tfstate', 'stored.tfstate'].map(name => join(s.workspace.root, name));
  await copyFile(state ?? '', stored ?? '');
  await applyAlone(s, kept + configuration);
  const { resources } = await s.state();
  const idOf = (type: string) =>
    String(resources.find(({ address }) => address === `${type}.lost`)?.values['id']);
  await copyFile(stored ?? '', state ?? '');
  await s.configure(kept);
  return { s, idOf };
}

/** What a plan says of creations that no state shows. */
const unseen = async (s: Scenario, ...flags: readonly string[]) =>
  (await s.plan(undefined, { flags })).warnings.filter(({ summary }) => summary.endsWith('is in no state'));

describe('the state is lost after a run that ended normally', () => {
  it('silent while no resource is like it; then every plan warns, until it is imported', async () => {
    const kinds = [
      { kind: 'an endpoint', noun: 'endpoint', type: 'svc_webhook_endpoint' },
      { kind: 'a key', noun: 'API key', type: 'svc_api_key' },
    ];
    const block = endpoint('lost') + key('lost');
    const { s, idOf } = await loseStateOf(block);
    const changed = kept.replace('alert.created', 'incident.created');
    for (const round of [1, 2, 3]) expect(await unseen(s), `round ${round}`).toEqual([]);
    await applyAlone(s, changed);
    await s.configure(changed + block);
    const warnings = await unseen(s);
    expect(warnings).toHaveLength(kinds.length);
    for (const { noun, type } of kinds) {
      const id = idOf(type);
      const warning = warnings.find(({ summary }) =>
        summary.includes(`${noun} ${id} exists and is in no state`),
      );
      expect(warning?.detail).toMatch(
        new RegExp(`errored\\.tfstate[^]*import \\{\\s+to = ${type}\\.NAME\\s+id = "${id}"`),
      );
    }
    expect(await unseen(s)).toEqual(warnings);
    for (const { type } of kinds) await s.import(`${type}.lost`, idOf(type));
    expect(await unseen(s, '-refresh=false')).toEqual([]);
    for (const { kind } of kinds) {
      recordRow({
        fault: 'the state is lost after a run that ended normally',
        moment: `creation of ${kind} that leaves the configuration and comes back`,
        outcome:
          'silent without it; then every plan warns with id, import block and errored.tfstate, until it is imported',
      });
    }
  });

  it('an object that was deleted meanwhile causes no warning', async () => {
    const { s, idOf } = await loseStateOf(endpoint('lost'));
    await s.behindTheBack(api => api.webhooks.delete(idOf('svc_webhook_endpoint')));
    await s.apply(kept + endpoint('lost'));
  });
});

describe('normal use causes no such warning', () => {
  it('restricted commands directly after a create', async () => {
    const s = await scenario({ environment: withoutLogs });
    await s.plantSecret('signing');
    await applyAlone(s, kept);
    await applyAlone(s, kept + endpoint('second'));
    for (const round of [1, 2, 3])
      expect(await unseen(s, '-target=svc_webhook_endpoint.kept'), `round ${round}`).toEqual([]);
    await applyAlone(s, kept + endpoint('second') + endpoint('third'), '-target=svc_webhook_endpoint.third');
    for (const command of ['-refresh=false', '-refresh-only', '-destroy'])
      expect(await unseen(s, command), command).toEqual([]);
    expect(await unseen(s)).toEqual([]);
    await s.destroy();
  });

  it('aliases and workspaces, each with its own objects', async context => {
    onlyInWholeRun(context);
    const s = await scenario({ environment: withoutLogs, provider: '}\nprovider "svc" {\nalias = "second"' });
    await s.plantSecret('signing');
    const second = endpoint('second').replace('{\n', '{\n  provider = svc.second\n');
    await applyAlone(s, kept + second);
    await applyAlone(s, kept);
    await applyAlone(s, kept + second);
    for (const round of [1, 2, 3]) expect(await unseen(s), `round ${round}`).toEqual([]);
    await applyAlone(s, `${kept + second}${endpoint('third')}`);
    for (const name of ['other', 'default']) {
      const selected = await s.terraform('workspace', 'select', '-or-create', name);
      expect(selected.code).toBe(0);
      for (const round of [1, 2, 3]) expect(await unseen(s), `${name}, round ${round}`).toEqual([]);
    }
    await s.destroy();
  });
});
