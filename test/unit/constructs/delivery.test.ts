import { once } from 'node:events';
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { App, TerraformProvider, TerraformStack, Testing } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';
import { describe, expect, it, vi } from 'vitest';
import { version } from '../../../package.json';
import { hashesOf } from '../../../scripts/build/package-hash';
import { filesBelow } from '../../../scripts/ready/products.mjs';
import { writeMirror } from '../../../src/constructs/installation/packed-provider';
import { writeIfChanged } from '../../../src/constructs/installation/write-if-changed';

const built = path.resolve('dist/packed');

const temporaryFolder = () => mkdtempSync(path.join(tmpdir(), 'svc-delivery-'));

/** Synthesizes a stack in full. Returns the folder that Terraform will run in, and the warnings of the app. */
function synthesize(declare: (stack: TerraformStack) => void, outdir = temporaryFolder()) {
  const stack = new TerraformStack(Testing.app({ outdir }), 'stack');
  declare(stack);
  const app = App.of(stack);
  app.synth();
  const all = app.node.findAll().flatMap(({ node }) => node.metadata);
  const warnings = all.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => data);
  return { folder: path.join(outdir, 'stacks', 'stack'), warnings };
}

describe('the packages of the provider', () => {
  it('are replaced as a whole when their content changes', () => {
    const folder = temporaryFolder();
    writeMirror(folder, version, built);
    const changed = temporaryFolder();
    cpSync(built, changed, { recursive: true });
    for (const file of filesBelow(changed))
      if (file.endsWith('.zip')) writeFileSync(file, Buffer.alloc(statSync(file).size));
    const opened = path.join(changed, 'as Terraform has opened it');
    linkSync(filesBelow(folder)[0] ?? '', opened);
    writeMirror(folder, version, changed);
    expect(
      readFileSync(opened).equals(readFileSync(path.join(built, `terraform-provider-svc_${version}.zip`))),
    ).toBe(true);
    expect(filesBelow(folder).filter(file => readFileSync(file).some(byte => byte !== 0))).toEqual([]);
  });

  it('leave nothing beside a file that cannot be written', () => {
    const folder = temporaryFolder();
    expect(() => writeIfChanged(path.join(folder, 'file/'), Buffer.of(1))).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are written whole by several threads of a process at once', async () => {
    const file = path.join(temporaryFolder(), 'file');
    const module = path.resolve('lib/installation/write-if-changed.js');
    const program = `const { writeIfChanged } = require(${JSON.stringify(module)});
      for (let round = 0; round < 300; round += 1) writeIfChanged(${JSON.stringify(file)}, Buffer.alloc(9_999, String(Math.random())));`;
    const ended = [1, 2, 3, 4].map(() => once(new Worker(program, { eval: true }), 'exit'));
    expect(await Promise.all(ended)).toEqual([[0], [0], [0], [0]]);
    expect(readdirSync(path.dirname(file))).toEqual(['file']);
  });

  it('have the hashes that the build has stored beside them', () => {
    const hashes = hashesOf(readFileSync(path.join(built, `terraform-provider-svc_${version}.zip`)));
    expect(writeMirror(temporaryFolder(), version, built)).toEqual({ hashes, isChanged: true });
  });

  it('are missed with the way to get them when another version was built', () => {
    expect(() => writeMirror(temporaryFolder(), '99.0.0', built)).toThrow(
      /executable of the svc provider .* is missing.*npm run build.*install cdktf-provider-svc again\..*--external:cdktf-provider-svc\./,
    );
  });
});

describe('synthesis', () => {
  it('delivers for every stack of an app that uses the provider, and for no other', () => {
    const { folder } = synthesize(stack => {
      for (const one of [stack, new TerraformStack(App.of(stack), 'second')]) new SvcProvider(one, 'svc');
      new TerraformStack(App.of(stack), 'without');
    });
    const delivered = ['.', '../second', '../without'].map(name =>
      readdirSync(path.join(folder, name)).includes('terraform.d'),
    );
    expect(delivered).toEqual([true, true, false]);
  });

  it.each([
    ['terraform', 'registry.terraform.io'],
    ['/opt/bin/tofu', 'registry.opentofu.org'],
    ['', 'registry.terraform.io'],
  ])('locks for the binary in use: "%s" means %s', (binary, host) => {
    vi.stubEnv('TERRAFORM_BINARY_NAME', binary);
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
        for (const name of ['one', 'two'])
          stack.addOverride(`terraform.required_providers.${name}`, { source: `example.com/acme/${name}` });
      }),
    );
    expect(text).toMatch(/\/\*[\s\S]*provider "registry.terraform.io\/hashicorp\/random" \{[\s\S]*\*\//);
    expect(text).toMatch(/\/\*[\s\S]*provider "example.com\/acme\/one" \{[\s\S]*\/acme\/two" \{[\s\S]*\*\//);
  });

  it('warns of a lock file that has another version of a prebuilt provider, with the way out', () => {
    const outdir = temporaryFolder();
    const synth = (version: string) =>
      synthesize(stack => {
        new SvcProvider(stack, 'svc');
        new Random(stack, version);
      }, outdir);
    const { folder, warnings } = synth('3.6.0');
    expect(warnings).toEqual([]);
    const locked = `provider "registry.terraform.io/hashicorp/random" {\n  version     = "3.6.0"\n  constraints = "3.6.0"\n}\n`;
    writeFileSync(path.join(folder, '.terraform.lock.hcl'), locked);
    expect(synth('3.6.0').warnings).toEqual([]);
    expect(synth('4.0.0').warnings).toEqual([
      expect.stringMatching(
        /stacks\/stack\/\.terraform\.lock\.hcl has another version of registry\.terraform\.io\/hashicorp\/random than 4\.0\.0, .*"Could not retrieve providers for locking"\)\. Delete the file: .*docs\/installing\.md of the package, section "CDK stacks"\.$/,
      ),
    ]);
  });

  it('leaves a lock file alone that has our block in another form, and warns', () => {
    const outdir = temporaryFolder();
    const file = path.join(outdir, 'stacks', 'stack', '.terraform.lock.hcl');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'provider "registry.terraform.io/svc/svc" {}\n');
    const { warnings } = synthesize(stack => new SvcProvider(stack, 'svc'), outdir);
    expect(readFileSync(file, 'utf8')).toBe('provider "registry.terraform.io/svc/svc" {}\n');
    expect(warnings).toEqual([expect.stringMatching(/is not as Terraform writes it, so the file was left/)]);
  });

  it('on Windows goes on, with one warning for all stacks of an app that only Linux and macOS run the provider', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    const { folder, warnings } = synthesize(stack => {
      for (const one of [stack, new TerraformStack(App.of(stack), 'second')]) new SvcProvider(one, 'svc');
    });
    expect(readdirSync(folder)).toContain('terraform.d');
    expect(warnings).toEqual([
      expect.stringMatching(/Linux and macOS only\. The synthesis is complete: .*inside WSL/),
    ]);
  });

  it('leaves the delivery and the lock file to a source of the configuration', () => {
    const source = 'registry.example.com/svc/svc';
    const onSynthesize = vi.fn();
    const hookName = Symbol.for('cdktf/customSynthesis');
    const { folder } = synthesize(stack => {
      const hook = { value: { onSynthesize }, configurable: true };
      Object.defineProperty(stack, hookName, hook);
      const provider = new SvcProvider(stack, 'svc', { source });
      // As another copy of this package does.
      Object.defineProperty(provider, hookName, { value: { ...Reflect.get(provider, hookName) } });
    });
    expect(onSynthesize, 'a hook that is there').toHaveBeenCalledOnce();
    expect(readdirSync(folder)).toEqual(['cdk.tf.json']);
    const { terraform } = JSON.parse(readFileSync(path.join(folder, 'cdk.tf.json'), 'utf8'));
    expect(terraform.required_providers).toEqual({ svc: { source, version } });
  });

  it('refuses providers of one stack that have different sources', () => {
    expect(() =>
      synthesize(stack => {
        new SvcProvider(stack, 'svc');
        new SvcProvider(stack, 'other', { alias: 'other', source: 'registry.example.com/svc/svc' });
      }),
    ).toThrow(/^\[stack\/svc\] svc\.source: The provider stack\/other of this stack has another source/);
  });
});

class Random extends TerraformProvider {
  constructor(stack: TerraformStack, providerVersion = '3.6.0') {
    super(stack, 'random', {
      terraformResourceType: 'random',
      terraformProviderSource: 'random',
      terraformGeneratorMetadata: { providerName: 'random', providerVersion },
    });
  }
}

function lockOf({ folder }: ReturnType<typeof synthesize>): string {
  return readFileSync(path.join(folder, '.terraform.lock.hcl'), 'utf8');
}
