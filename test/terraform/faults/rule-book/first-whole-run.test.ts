import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const kept = endpoint('kept');
const fault = 'killed after the platform’s answer, before any state had it';

/** Applies once; both objects have to be there once afterwards, in the state and with nothing left over. */
async function converges(ground: Ground, objects: number): Promise<void> {
  await ground.succeed('apply', '-auto-approve', '-no-color');
  expect(ground.ids).toHaveLength(objects);
  await ground.s.checkInvariants();
}

const row = (between: string) =>
  recordRow({
    fault,
    moment: `an endpoint and a key; ${between}; then an apply`,
    outcome: 'the apply converges: the endpoint is taken over, another key is issued and the first revoked',
  });

describe('a run that only resembles the first whole run leaves all objects to the first one that applies', () => {
  it('two aliases: one creates no equal object and says "so far", the other adopts the object', async () => {
    const ground = await Ground.prepare({ provider: '}\nprovider "svc" {\nalias = "second"' });
    const second = (endpoint('a') + key('k')).replaceAll('" {\n', '" {\n  provider = svc.second\n');
    await ground.s.startFrom(kept);
    await ground.s.configure(kept + second);
    await ground.cutOffAfterAnswers(2);
    const warnings = await ground.warnings();
    expect(warnings.filter(text => /will be (?:taken over|issued anew)/.test(text))).toHaveLength(2);
    for (const text of warnings)
      expect(text).toMatch(/is in no state so far|will be (?:taken over|issued anew)/);
    await converges(ground, 3);
    row('two aliases of the provider');
  });

  it.each([
    ['apply -refresh-only', ['apply', '-refresh-only', '-auto-approve', '-no-color']],
    ['plan -refresh-only', ['plan', '-refresh-only', '-no-color']],
    ['plan', ['plan', '-no-color']],
    ['apply, answered "no"', ['apply', '-no-color', '-input=true']],
  ] as const)('refresh-only and the like: %s', async (name, command) => {
    const ground = await Ground.prepare();
    await ground.s.startFrom(kept);
    await ground.s.configure(kept + endpoint('a') + key('k'));
    const ids = await ground.cutOffAfterAnswers(2);
    const { stdout } = await ground.s.terraform(...command);
    for (const id of ids) expect(stdout, name).toContain(id);
    expect(stdout, name).not.toContain('No resource of the configuration would create');
    await converges(ground, 3);
    row(`then ${name}`);
  });

  it('a restricted apply that was answered with "no"', async () => {
    const ground = await Ground.prepare();
    await ground.s.startFrom(kept);
    await ground.s.configure(kept + endpoint('a') + key('k'));
    await ground.cutOffAfterAnswers(2);
    await ground.s.configure(`${kept}${endpoint('other')}`);
    await ground.s.terraform('apply', '-no-color', '-input=true');
    await ground.s.configure(kept + endpoint('a') + key('k'));
    await converges(ground, 3);
    row('then an apply without their resources, answered "no"');
  });

  it('an apply whose plan fails in another part of the configuration', async () => {
    const ground = await Ground.prepare();
    const whole = (value: number) =>
      `${kept}resource "terraform_data" "gate" {\n  input = ${value}\n  lifecycle {\n    precondition {\n      condition     = var.open == "yes"\n      error_message = "shut"\n    }\n  }\n}\nvariable "open" {}\n${(
        endpoint('a') + key('k')
      ).replaceAll('" {\n', '" {\n  depends_on = [terraform_data.gate]\n')}`.replace(
        'resource "terraform_data" "gate" {\n  depends_on = [terraform_data.gate]\n',
        'resource "terraform_data" "gate" {\n',
      );
    await ground.s.startFrom(kept);
    await ground.s.configure(whole(1), { open: 'yes' });
    await ground.cutOffAfterAnswers(2);
    await ground.s.configure(whole(1), { open: 'no' });
    expect((await ground.s.terraform('apply', '-auto-approve', '-no-color')).stderr).toContain('shut');
    await ground.s.configure(whole(1), { open: 'yes' });
    await converges(ground, 3);
    row('then an apply whose plan fails elsewhere');
  });

  it('unknown at plan: the plan does not say that nothing would create the object, and the apply reports what it adopts', async () => {
    const ground = await Ground.prepare();
    await ground.s.startFrom(kept);
    const unknown = endpoint('a', { path: '$' + '{terraform_data.path.output}' });
    await ground.s.configure(`${kept}resource "terraform_data" "path" {\n  input = "a"\n}\n${unknown}`);
    const [id = ''] = await ground.cutOffAfterAnswers(1);
    const plan = await ground.s.plan();
    const words = plan.warnings.map(({ summary, detail }) => summary + detail).join('\n');
    expect(words).toContain(id);
    expect(words).not.toContain('No resource of the configuration would create');
    const applied = await ground.s.terraform('apply', '-no-color', plan.file);
    expect(applied.code).toBe(0);
    expect(applied.stdout).toMatch(new RegExp(`${id} (?:was|is|has been) taken over`));
    await ground.s.checkInvariants();
    expect(ground.ids).toHaveLength(2);
    recordRow({
      fault,
      moment: 'an endpoint whose address is known after apply; then an apply',
      outcome: 'taken over; the plan names it, and the apply says what it has done',
    });
  });

  it('an apply that is killed again during the revocation of the first key: every remaining key is reported', async () => {
    const ground = await Ground.prepare();
    await ground.s.startFrom(kept);
    await ground.s.configure(kept + key('k'));
    await ground.cutOffAfterAnswers(1);
    const held = ground.controls.faults.add({ operation: 'apiKeys.delete', effect: { kind: 'hang-before' } });
    const terraform = ground.s.start('apply', '-auto-approve', '-no-color');
    await held.reached;
    await ground.kill(terraform, true);
    ground.controls.faults.clear();
    const plan = (await ground.warnings()).join('\n');
    for (const id of ground.ids.slice(1)) expect(plan).toContain(id);
    await converges(ground, 2);
    recordRow({
      fault: 'killed after the platform’s answer, and again while the first key is being revoked',
      moment: 'a key; then an apply',
      outcome: 'the plan names both; one apply converges: one key, with its value',
    });
  });
});
