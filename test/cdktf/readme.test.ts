import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { needFeature } from '../harness/terraform/needed-feature';
import { CdktfProject } from './cdktf-project';
import { listingShell } from './listing-shell';
import { codeOf, promisesOf, readme } from './listings';

const [install = '', plan = '', heal = '', leave = ''] = codeOf('README.md', 'A stack', 'shell');

it('the first stack in README runs unchanged: install, plan, deploy, drift, repair, destroy', async context => {
  await needFeature('write-only arguments', context);
  const { settings, program } = readme;
  const project = await CdktfProject.create();
  const shell = listingShell(project);
  await shell.install(install);
  await writeFile(path.join(project.folder, 'cdktf.json'), settings);
  const { app }: { app: string } = JSON.parse(settings);
  // The types of Node.js are known, and the only error is the misspelt name.
  const own = "import { existsSync } from 'node:fs';\n";
  const misspelt = program
    .replace("'dashboard',\n  tenantId", "process.env.KEY_NAME ?? String(existsSync('x')),\n  tenantId")
    .replace('ALERT_CREATED', 'ALERT_CREATD');
  await writeFile(path.join(project.folder, 'main.ts'), own + misspelt);
  const { code, output } = await project.run('sh', ['-c', app], project.folder);
  expect({ code, errors: output.match(/error TS.*/g) }).toEqual({
    code: 1,
    errors: [expect.stringContaining("Did you mean 'ALERT_CREATED'?")],
  });
  await writeFile(path.join(project.folder, 'main.ts'), program);

  const planned = await shell.run(plan);
  for (const promise of promisesOf(plan)) expect(planned).toContain(promise);

  // Of a new object that no read shows, each plan would ask for ten seconds: a reader takes a minute.
  const [deploy = '', others = ''] = heal.split(/^(?=auth=)/m);
  const minute = `curl -sSf -H "Authorization: Bearer $SVC_API_KEY" "$SVC_BASE_URL/_sandbox/clock/advance" -d '{"milliseconds": 61000}'`;
  const healed = `${await shell.run(deploy)}${await shell.run(`${minute}\n${others}`)}`;
  const said = [...healed.matchAll(/Plan: \d.*destroy\.|No changes\./g)].map(([words]) => words);
  expect(said.slice(-3)).toEqual([
    'Plan: 1 to add, 0 to change, 0 to destroy.',
    'Plan: 1 to add, 0 to change, 0 to destroy.',
    'No changes.',
  ]);
  for (const promise of promisesOf(heal)) expect(healed).toContain(promise);

  expect(await shell.run(leave)).toMatch(/Destroy complete! Resources: 2 destroyed\.[\s\S]*has stopped\./);
});

it('README is a first screen, not a reference: at most 170 lines', async () => {
  expect((await readFile('README.md', 'utf8')).split('\n').length).toBeLessThan(172);
});
