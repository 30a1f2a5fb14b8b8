import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../secrets/evidence';
import { foundTerraform } from './found-terraform';
import { processesOf } from './terraform-process';
import { Workspace } from './workspace';

async function workspace(): Promise<Workspace> {
  const { path: binary } = await foundTerraform();
  return Workspace.create({ binary, environment: {}, cliConfiguration: '', evidence: new Evidence() });
}

const running = (command: string) =>
  `resource "terraform_data" "a" {\n  provisioner "local-exec" {\n    command = ${JSON.stringify(command)}\n  }\n}\n`;

describe('a workspace', () => {
  it('names what was left behind, and ends a process', async ({ skip }) => {
    skip(process.platform !== 'linux', 'it needs /proc of Linux');
    const place = await workspace();
    const leaving = 'touch "$TMPDIR/plugin123"; nohup sleep 60 >/dev/null 2>&1 &';
    await place.write('main.tf', running(leaving));
    await place.run(['apply', '-auto-approve']);
    const left = await place.dispose();
    expect(left).toEqual([expect.stringMatching(/^process \d+$/), 'temporary file plugin123']);
    await expect.poll(() => processesOf(place.id)).toEqual([]);
    expect(existsSync(place.directory)).toBe(false);
  });
});
