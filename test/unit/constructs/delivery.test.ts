import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TerraformProvider, TerraformStack, Testing } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { version } from '../../../package.json';
import { deliverPackages } from '../../../src/constructs/delivery/mirror';
import { archiveHash, contentHash } from '../../../src/constructs/delivery/package-hash';
import { writeIfChanged } from '../../../src/constructs/delivery/write-if-changed';

const built = path.resolve('dist/mirror');
const hosts = ['registry.opentofu.org', 'registry.terraform.io'];

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-delivery-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
}

/** Synthesizes a stack in full and answers the folder that Terraform will run in. */
function synthesize(declare: (stack: TerraformStack) => void): string {
  const outdir = temporaryFolder();
  const app = Testing.app({ outdir });
  const stack = new TerraformStack(app, 'stack');
  declare(stack);
  app.synth();
  return path.join(outdir, 'stacks', 'stack');
}

describe('the packages of the provider', () => {
  it('are packed beside the stack, for every platform and for both registries', () => {
    const folder = temporaryFolder();
    deliverPackages(folder, version, built);
    const delivered = filesIn(folder).map(file => path.relative(folder, file));
    const expected = hosts.flatMap(host =>
      ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].map(platform =>
        path.join(
          'terraform.d/plugins',
          host,
          'svc/svc',
          `terraform-provider-svc_${version}_${platform}.zip`,
        ),
      ),
    );
    expect(delivered.sort()).toEqual(expected.sort());
  });

  it('use the disk space of one, since all are equal', () => {
    const folder = temporaryFolder();
    deliverPackages(folder, version, built);
    expect(new Set(filesIn(folder).map(file => statSync(file).ino)).size).toBe(1);
    const archives = [...filesIn(built), ...filesIn(folder)].filter(file => file.endsWith('.zip'));
    expect(new Set(archives.map(file => archiveHash(readFileSync(file)))).size).toBe(1);
  });

  it('are written on a file system without hard links', () => {
    const file = path.join(temporaryFolder(), 'package.zip');
    writeIfChanged(file, Buffer.from('content'), path.join(temporaryFolder(), 'not there'));
    expect(readFileSync(file, 'utf8')).toBe('content');
  });

  it('are not rewritten while they are correct, so that a concurrent Terraform sees no change', () => {
    const folder = temporaryFolder();
    deliverPackages(folder, version, built);
    const files = filesIn(folder);
    for (const file of files) utimesSync(file, 0, 0);
    deliverPackages(folder, version, built);
    expect(files.map(file => statSync(file).mtimeMs)).toEqual(files.map(() => 0));
  });

  it('are replaced as a whole when their content changes, and the hashes with them', () => {
    const folder = temporaryFolder();
    const before = deliverPackages(folder, version, built);
    const changed = temporaryFolder();
    cpSync(built, changed, { recursive: true });
    for (const host of hosts) {
      const packages = path.join(changed, host, 'svc', 'svc');
      for (const name of readdirSync(packages)) {
        // A comment at the end of the archive: other bytes, the same content.
        const archive = readFileSync(path.join(packages, name));
        archive.writeUInt16LE(1, archive.length - 2);
        writeFileSync(path.join(packages, name), Buffer.concat([archive, Buffer.from('!')]));
      }
    }
    const after = deliverPackages(folder, version, changed);
    const delivered = filesIn(folder).filter(file => file.endsWith('.zip'));
    expect(delivered.filter(file => !readFileSync(file).subarray(-1).equals(Buffer.from('!')))).toEqual([]);
    expect(after.filter(hash => hash.startsWith('h1:'))).toEqual(
      before.filter(hash => hash.startsWith('h1:')),
    );
    expect(after.filter(hash => hash.startsWith('zh:'))).not.toEqual(
      before.filter(hash => hash.startsWith('zh:')),
    );
    expect(filesIn(folder).filter(file => !file.endsWith('.zip'))).toEqual([]);
  });

  it('have stored content hashes from the build, so that a synthesis need not unpack them', () => {
    const noted: unknown = JSON.parse(readFileSync(path.join(built, 'content-hashes.json'), 'utf8'));
    const packages = filesIn(built).filter(file => file.endsWith('.zip'));
    const held = packages.map(file => readFileSync(file));
    expect(noted).toEqual(
      Object.fromEntries(held.map(archive => [archiveHash(archive), contentHash(archive)])),
    );
  });

  it('without stored hashes are unpacked, and have the same hashes', () => {
    const unnoted = temporaryFolder();
    cpSync(built, unnoted, { recursive: true });
    rmSync(path.join(unnoted, 'content-hashes.json'));
    expect(deliverPackages(temporaryFolder(), version, unnoted)).toEqual(
      deliverPackages(temporaryFolder(), version, built),
    );
  });

  it('of other versions are removed, and nothing that is not ours', () => {
    const folder = temporaryFolder();
    const plugins = path.join(folder, 'terraform.d/plugins/registry.terraform.io');
    const old = [
      'terraform-provider-svc_0.0.9_linux_amd64.zip',
      'terraform-provider-svc_0.0.9-rc.1_darwin_arm64.zip',
    ];
    const foreign = [
      'svc/svc/terraform-provider-svc_notes.zip',
      'svc/svc/terraform-provider-svc_0.0.9_linux_amd64.zip.bak',
      'svc/svc/0.0.9/linux_amd64/terraform-provider-svc_v0.0.9',
      'acme/svc/terraform-provider-svc_0.0.9_linux_amd64.zip',
    ];
    for (const name of [...old.map(name => `svc/svc/${name}`), ...foreign]) {
      mkdirSync(path.dirname(path.join(plugins, name)), { recursive: true });
      writeFileSync(path.join(plugins, name), 'old');
    }
    deliverPackages(folder, version, built);
    const left = filesIn(plugins).map(file => path.relative(plugins, file));
    expect(left.filter(name => old.includes(path.basename(name)) && name.startsWith('svc/'))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(foreign));
    expect(left.filter(name => name.includes(`svc_${version}_`))).toHaveLength(4);
  });

  it.each([
    ['no mirror was built', () => temporaryFolder(), version],
    ['the mirror has another version', () => built, '99.0.0'],
  ])('are missed with the way to get them when %s', (_, source, wanted) => {
    expect(() => deliverPackages(temporaryFolder(), wanted, source())).toThrow(
      /executable of the svc provider .* is missing.*npm run build.*install cdktf-provider-svc again/,
    );
  });
});

describe('synthesis', () => {
  it('delivers for every stack of an app that uses the provider, and for no other', () => {
    const outdir = temporaryFolder();
    const app = Testing.app({ outdir });
    for (const name of ['first', 'second']) new SvcProvider(new TerraformStack(app, name), 'svc');
    new TerraformStack(app, 'without');
    app.synth();
    const delivered = ['first', 'second', 'without'].map(name =>
      readdirSync(path.join(outdir, 'stacks', name)).includes('terraform.d'),
    );
    expect(delivered).toEqual([true, true, false]);
  });

  it('delivers once for a stack with several configurations of the provider', () => {
    const folder = synthesize(stack => {
      new SvcProvider(stack, 'svc');
      new SvcProvider(stack, 'second', { alias: 'second' });
    });
    expect(lockOf(folder).match(/^provider /gm)).toHaveLength(1);
  });

  it.each([
    ['terraform', 'registry.terraform.io'],
    ['/opt/bin/tofu', 'registry.opentofu.org'],
    ['', 'registry.terraform.io'],
  ])('locks for the binary in use: "%s" means %s', (binary, host) => {
    vi.stubEnv('TERRAFORM_BINARY_NAME', binary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const text = lockOf(synthesize(stack => new SvcProvider(stack, 'svc')));
    const locked = [...text.replace(/\/\*[\s\S]*\*\//g, '').matchAll(/^provider "(.*)"/gm)].map(
      ([, address]) => address,
    );
    expect(locked).toEqual([`${host}/svc/svc`]);
    expect(text).toContain('provider "registry.terraform.io/svc/svc" {');
  });

  it('names every other required provider for cdktf-cli, also one that only an override requires', () => {
    const text = lockOf(
      synthesize(stack => {
        new SvcProvider(stack, 'svc');
        new Random(stack);
        stack.addOverride('terraform.required_providers.acme', {
          source: 'example.com/acme/acme',
          version: '1.0.0',
        });
      }),
    );
    expect(text).toMatch(/\/\*[\s\S]*provider "registry.terraform.io\/hashicorp\/random" \{[\s\S]*\*\//);
    expect(text).toMatch(/\/\*[\s\S]*provider "example.com\/acme\/acme" \{[\s\S]*\*\//);
  });

  it('with a damaged lock file fails by its name and line, and leaves it as it is', () => {
    const outdir = temporaryFolder();
    const file = path.join(outdir, 'stacks', 'stack', '.terraform.lock.hcl');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '# header\nprovider "x" {\n');
    const app = Testing.app({ outdir });
    new SvcProvider(new TerraformStack(app, 'stack'), 'svc');
    expect(() => app.synth()).toThrow(`${file} is damaged, line 2: "{" is not closed. It was left as it is.`);
    expect(readFileSync(file, 'utf8')).toBe('# header\nprovider "x" {\n');
  });

  it('on Windows says WSL', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    onTestFinished(() => void vi.restoreAllMocks());
    expect(() => synthesize(stack => new SvcProvider(stack, 'svc'))).toThrow(/Linux and macOS.*inside WSL/);
  });
});

class Random extends TerraformProvider {
  constructor(stack: TerraformStack) {
    super(stack, 'random', { terraformResourceType: 'random', terraformProviderSource: 'hashicorp/random' });
  }
}

function lockOf(folder: string): string {
  return readFileSync(path.join(folder, '.terraform.lock.hcl'), 'utf8');
}
