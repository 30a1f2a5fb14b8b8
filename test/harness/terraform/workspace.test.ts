import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTerraform } from '../../../src/cli/terraform-binary';
import { Evidence } from '../secrets/evidence';
import { processesOf } from './terraform-process';
import { Workspace } from './workspace';

async function workspace(): Promise<Workspace> {
  const { path: binary } = await findTerraform({ environment: process.env });
  return Workspace.create({ binary, environment: {}, cliConfiguration: '', evidence: new Evidence() });
}

const running = (command: string) =>
  `resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = ${JSON.stringify(command)}\n  }\n}\n`;

describe('a workspace', () => {
  it('leaves nothing behind, and says so', async () => {
    const place = await workspace();
    await place.write('main.tf', running('true'));
    expect(await place.run(['apply', '-auto-approve'])).toMatchObject({ code: 0 });
    expect(await place.dispose()).toEqual([]);
    expect(existsSync(place.directory)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('names and ends a process that was left behind', async () => {
    const place = await workspace();
    await place.write('main.tf', running('nohup sleep 60 >/dev/null 2>&1 & echo $! > pid'));
    await place.run(['apply', '-auto-approve']);
    const left = await place.dispose();
    expect(left).toEqual([expect.stringMatching(/^process \d+$/)]);
    await expect.poll(() => processesOf(place.id)).toEqual([]);
  });

  it('names a temporary file that was left behind', async () => {
    const place = await workspace();
    await place.write('main.tf', running('touch "$TMPDIR/plugin123"'));
    await place.run(['apply', '-auto-approve']);
    expect(await place.dispose()).toEqual(['temporary file plugin123']);
  });

  it("keeps the developer's own settings and credentials out", async () => {
    const place = await workspace();
    await place.write('main.tf', running('env > seen'));
    process.env['TF_VAR_of_the_developer'] = 'x';
    await place.run(['apply', '-auto-approve']);
    delete process.env['TF_VAR_of_the_developer'];
    const seen = readFileSync(`${place.root}/seen`, 'utf8');
    expect(seen).toContain(`HOME=${place.directory}/home`);
    expect(seen).not.toContain('of_the_developer');
    await place.dispose();
  });
});
