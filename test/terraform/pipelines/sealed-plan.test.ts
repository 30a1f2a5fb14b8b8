import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findTerraform } from '../../../src/cli/terraform-binary';
import { missingPrograms } from './ground';
import { runShell } from './shell-step';

const configuration = 'resource "terraform_data" "one" {}\n';
const hostile = `resource "terraform_data" "one" {\n  provisioner "local-exec" {\n    command = "true"\n  }\n}\n`;
const missing = missingPrograms();

/** A repository whose folder `infrastructure` has the scripts and one planned resource. */
class Sealing {
  private constructor(
    readonly top: string,
    private readonly terraform: string,
    private readonly passphrase: string = randomUUID(),
  ) {}

  static async prepare(): Promise<Sealing> {
    const { path } = await findTerraform({ environment: process.env });
    const sealing = new Sealing(await mkdtemp(join(tmpdir(), 'svc-sealing-')), path);
    await cp('examples/ci/infrastructure/sealed-plan', sealing.path('sealed-plan'), { recursive: true });
    await writeFile(sealing.path('main.tf'), configuration);
    await mkdir(join(sealing.top, 'svc-journal'));
    await writeFile(join(sealing.top, 'svc-journal', '1-2-3.jsonl'), 'journal');
    await sealing.shell('git init --quiet .. && "$TERRAFORM" init && "$TERRAFORM" plan -out=svc.tfplan');
    await sealing.commit();
    await sealing.shell('bash sealed-plan/seal.sh ../plan.tar.gpg');
    return sealing;
  }

  /** A copy, so that a test may change it. */
  async copy(): Promise<Sealing> {
    const top = await mkdtemp(join(tmpdir(), 'svc-sealing-'));
    onTestFinished(() => rm(top, { recursive: true, force: true }));
    // gpg has left sockets in its home.
    const filter = (path: string) => !path.endsWith('.gnupg');
    await cp(this.top, top, { recursive: true, preserveTimestamps: true, filter });
    return new Sealing(top, this.terraform, this.passphrase);
  }

  path(name: string): string {
    return join(this.top, 'infrastructure', name);
  }

  async shell(script: string): Promise<string> {
    const { code, output } = await this.try(script);
    if (code !== 0) throw new Error(output);
    return output;
  }

  try(script: string, passphrase = this.passphrase) {
    const environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.top,
      CHECKPOINT_DISABLE: '1',
      TERRAFORM: this.terraform,
      SVC_JOURNAL_DIR: join(this.top, 'svc-journal'),
      SVC_PLAN_PASSPHRASE: passphrase,
    };
    return runShell({ script, folder: join(this.top, 'infrastructure'), environment });
  }

  async commit(): Promise<void> {
    const author = '-c user.name=Someone -c user.email=someone@example.com';
    await this.shell(`git add main.tf sealed-plan && git ${author} commit --quiet --message=Plan`);
  }

  /** Changes the content of the archive, as one who has the passphrase can. The script runs in the unpacked archive. */
  async forge(script: string, pack = 'tar --create --file ../forged.tar *'): Promise<void> {
    const gpg = 'gpg --batch --quiet --pinentry-mode loopback --passphrase "$SVC_PLAN_PASSPHRASE"';
    await this.shell(`
      mkdir ../forging && ${gpg} --decrypt ../plan.tar.gpg | tar --extract --directory ../forging
      cd ../forging
      ${script}
      ${pack}
      rm ../plan.tar.gpg && ${gpg} --symmetric --output ../plan.tar.gpg ../forged.tar`);
  }

  /** Opens the archive where neither plan nor journal are. */
  async open(
    commit = '',
    passphrase = this.passphrase,
  ): Promise<{ code: number | undefined; output: string }> {
    await this.shell('rm -rf svc.tfplan ../svc-journal');
    return this.try(`bash sealed-plan/open.sh ../plan.tar.gpg ${commit}`, passphrase);
  }
}

describe.skipIf(missing.length > 0)('a sealed plan', { timeout: 60_000 }, () => {
  let sealed: Sealing;
  beforeAll(async () => {
    sealed = await Sealing.prepare();
    return () => rm(sealed.top, { recursive: true, force: true });
  }, 120_000);

  /** The archive is refused with one line, and nothing of it is written. */
  async function expectRefusal(sealing: Sealing, reason: string, commit = '', passphrase?: string) {
    const { code, output } = await sealing.open(commit, passphrase);
    expect(code).toBe(1);
    expect(output).toContain(`The sealed plan is refused: ${reason}`);
    expect(existsSync(sealing.path('svc.tfplan'))).toBe(false);
    expect(existsSync(join(sealing.top, 'svc-journal'))).toBe(false);
  }

  it('is opened, with its journal, where the files are those that were planned', async () => {
    const sealing = await sealed.copy();
    const before = await readFile(sealing.path('svc.tfplan'));
    const commit = (await sealing.shell('git rev-parse HEAD')).trim();
    expect(await sealing.open(commit)).toEqual({ code: 0, output: '' });
    expect(await readFile(sealing.path('svc.tfplan'))).toEqual(before);
    expect(await readFile(join(sealing.top, 'svc-journal', '1-2-3.jsonl'), 'utf8')).toBe('journal');
  });

  it('of other files is refused, whatever name it is stored under', async () => {
    const sealing = await sealed.copy();
    await writeFile(sealing.path('main.tf'), `${configuration}# another change\n`);
    await sealing.commit();
    await expectRefusal(sealing, 'it was made for other files');
  });

  it('of another commit than its run is refused', async () => {
    await expectRefusal(await sealed.copy(), 'it was made for the commit', '0'.repeat(40));
  });

  it('that another passphrase sealed is refused', async () => {
    await expectRefusal(await sealed.copy(), 'it cannot be decrypted', '', randomUUID());
  });

  it('whose configuration is not that of the files is refused, also if its sender has the passphrase', async () => {
    const sealing = await sealed.copy();
    await writeFile(sealing.path('main.tf'), hostile);
    await sealing.shell('"$TERRAFORM" plan -out=svc.tfplan && git checkout --quiet main.tf');
    await sealing.shell('rm ../plan.tar.gpg && bash sealed-plan/seal.sh ../plan.tar.gpg');
    await expectRefusal(sealing, 'the configuration in it differs');
  });

  const everything = 'tar --create --absolute-names --file ../forged.tar';
  it.each([
    ['another member', 'touch main.tf', undefined, 'its archive has other members, such as main.tf'],
    ['a member above it', 'touch ../escaped', `${everything} * ../escaped`, 'its archive has other members'],
    [
      'an absolute member',
      'touch "$HOME/escaped"',
      `${everything} * "$HOME/escaped"`,
      'its archive has other',
    ],
    [
      'a step up in the journal',
      'touch ../escaped',
      `${everything} * svc-journal/../../escaped`,
      'its archive has other',
    ],
    ['a link', 'ln --symbolic /tmp svc-journal/link', undefined, 'its archive has a link'],
    ['a member twice', '', `${everything} * origin`, 'its archive has a member twice'],
    ['no origin', ': > origin', undefined, 'it does not say which files were planned'],
  ])('with %s is refused, and writes nothing', async (_, script, pack, reason) => {
    const sealing = await sealed.copy();
    await sealing.forge(script, pack);
    await sealing.shell('rm -f ../escaped');
    await expectRefusal(sealing, reason);
    expect(existsSync(join(sealing.top, 'escaped'))).toBe(false);
    expect(existsSync(join(dirname(sealing.top), 'main.tf'))).toBe(false);
  });
});
