import { expect, it } from 'vitest';
import { codeOf } from '../cdktf/listings';
import { type Scenario, scenario } from '../harness/scenario';
import { equalKey, key } from './blocks';

const page = 'docs/how-to/adopt-a-platform.md';
const [importing = '', ignored = ''] = codeOf(page, 'One object by its id', 'hcl');
const managed = ignored.replace(/^ *lifecycle .*\n/m, '');
const variable = 'variable "signing_secret" {\n  type = string\n  sensitive = true\n}\n';

/** An endpoint that somebody has registered by hand, and the page's listings with its id. */
async function found(): Promise<{ s: Scenario; id: string; theirs: string; ours: string }> {
  const s = await scenario();
  const theirs = await s.plantSecret('theirs');
  const ours = await s.plantSecret('ours');
  const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'], secret: theirs };
  const { id } = await s.behindTheBack(api => api.webhooks.create(endpoint));
  await s.configure('', { signing_secret: ours });
  return { s, id, theirs, ours };
}

const withId = (listing: string, id: string) => listing.replace('wh_123', id);
const secretOf = (s: Scenario, id: string) => s.platform.controls.webhooks.stored(id)?.secret;

it('a name by hand that is another form of the same text is no change: Terraform keeps it in one form', async () => {
  const s = await scenario();
  const name = 'Caf\u00e9';
  const { id } = await s.behindTheBack(api => api.apiKeys.create(equalKey(name.normalize('NFD'))));
  const block = key('k', { called: name });
  await s.apply(`import {\n  to = svc_api_key.k\n  id = "${id}"\n}\n${block}`, {
    warnings: [/Values of imported API keys are unknown/],
  });
  await s.apply(block);
});

it('two blocks that import one id are a warning, and an error where one of them replaces the object', async () => {
  const s = await scenario();
  const { id } = await s.behindTheBack(api => api.apiKeys.create(equalKey('k')));
  const block = (name: string) =>
    `import {\n  to = svc_api_key.${name}\n  id = "${id}"\n}\n${key(name, { called: 'k' })}`;
  await s.configure(block('a') + block('b'));
  const { stdout } = await s.terraform('plan', '-no-color');
  expect(stdout).toContain(`Warning: ${id} is at two addresses`);
  await s.configure(block('a') + block('b').replace(/"ten_\w+"/, '"ten_other"'));
  const { stderr } = await s.terraform('plan', '-no-color');
  expect(stderr).toContain(`Error: ${id} would be kept and deleted`);
});

it('an import of an id that the platform lacks is an error; a secret in the block is set on the platform, and the plan says so', async () => {
  const { s, id, ours } = await found();
  const absent = variable + withId(importing, 'wh_absent') + managed;
  await s.expectError(absent, /Cannot import non-existent remote object/);
  await s.apply(variable + withId(importing, id) + managed, {
    warnings: [new RegExp(`${id}\\) signs with the secret of the configuration`)],
  });
  expect(secretOf(s, id)).toBe(ours);
});

it('an import of an endpoint whose `secret` is ignored leaves the platform’s secret as it is', async () => {
  const { s, id, theirs } = await found();
  await s.apply(variable + withId(importing, id) + ignored);
  expect(secretOf(s, id)).toBe(theirs);
});
