import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { LocalBackend, TerraformStack, Testing } from 'cdktf';
import { ApiKey, SvcProvider, type SvcProviderConfig } from 'cdktf-provider-svc';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { version } from '../../package.json';
import { sha256 } from '../../scripts/build/package-hash';
import type { NodeBinary } from '../../scripts/package/node-binary';
import { registryFiles, writeMirror, writeRegistrySet } from '../../scripts/package/registry';
import { type RegistryArchive, registryArchives } from '../../scripts/package/registry-archives';
import { registryHosts } from '../../src/constructs/installation/registry-hosts';
import { codeOf } from '../cdktf/listings';
import { run, succeeded } from '../cdktf/run';
import { aSandbox } from '../harness/a-sandbox';
import { secureServer } from '../harness/servers/secure-platform';
import { foundTerraform } from '../harness/terraform/found-terraform';

const material = { name: 'node-stand-in', version: '22.0.0', licence: 'MIT', integrity: 'sha512-AAAA' };

/** A small program in the place of Node.js, which starts the one of this process. */
const standIn: NodeBinary = {
  program: Buffer.from(`#!/bin/sh\nexec '${process.execPath}' "$@"\n`),
  licence: Buffer.from('Licence of Node.js\n'),
  material,
};

let parent: string;
let archives: readonly RegistryArchive[];
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-registries-'));
  archives = await registryArchives(async () => standIn);
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Where the release's packages are, and the step that signs them. */
const released = 'dist/packages/registry';
const steps = z.array(z.object({ name: z.string().optional(), run: z.string().optional() }));
const workflow = z.object({ jobs: z.object({ publish: z.object({ steps }) }) });
const { publish } = workflow.parse(parse(readFileSync('.github/workflows/release.yml', 'utf8'))).jobs;
const signature = publish.steps.find(({ name }) => name === 'Signature')?.run ?? '';

const newFolder = () => mkdtemp(join(parent, 'packages-'));

/** What the release signs with, and the public key, as a registry has it. */
async function newKey(context: TestContext) {
  if (spawnSync('gpg', ['--version']).error) return context.skip('this machine has no gpg');
  const cwd = await newFolder();
  const passphrase = ['--pinentry-mode', 'loopback', '--passphrase', 'of a test'];
  const gpg = async (...parameters: readonly string[]) =>
    succeeded(
      await run('gpg', ['--batch', '--quiet', ...parameters], { cwd, environment: { GNUPGHOME: cwd } }),
    );
  await gpg(...passphrase, '--quick-generate-key', 'Tests', 'rsa2048', 'sign');
  const ascii_armor = await gpg('--armor', '--export');
  const [key_id = ''] =
    /(?<=^pub:.*:)[0-9A-F]{16}(?=:)/m.exec(await gpg('--with-colons', '--list-keys')) ?? [];
  const GPG_PRIVATE_KEY = await gpg(...passphrase, '--armor', '--export-secret-keys');
  return { environment: { GPG_PRIVATE_KEY, GPG_PASSPHRASE: 'of a test' }, key_id, ascii_armor };
}

const osAndArch = ({ platform }: Pick<RegistryArchive, 'platform'>) => {
  const [os, arch] = platform.split('_');
  return { os, arch };
};

/** A registry that serves what `npm run package` makes for registries (provider registry protocol). */
async function aRegistry(context: TestContext) {
  const { environment, key_id, ascii_armor } = await newKey(context);
  const folder = await newFolder();
  const provider = '/v1/providers/svc/svc';
  const names = registryFiles(version);
  mkdirSync(join(folder, released), { recursive: true });
  writeRegistrySet(join(folder, released), version, archives);
  const protocols = ['6.0'];
  const write = (path: string, page: unknown) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(page));
  };
  write('/.well-known/terraform.json', { 'providers.v1': '/v1/providers/' });
  const versions = [{ version, protocols, platforms: archives.map(osAndArch) }];
  write(`${provider}/versions`, { versions });
  for (const { platform, name, content } of archives)
    write(`${provider}/${version}/download/${platform.replace('_', '/')}`, {
      ...osAndArch({ platform }),
      ...{ protocols, filename: name, download_url: `/${released}/${name}`, shasum: sha256(content) },
      shasums_url: `/${released}/${names.checksums}`,
      shasums_signature_url: `/${released}/${names.checksums}.sig`,
      signing_keys: { gpg_public_keys: [{ key_id, ascii_armor }] },
    });
  succeeded(await run('bash', ['-e', '-c', signature], { cwd: folder, environment }));
  return { folder, key_id };
}

const earlier = '0.0.9';

/** A mirror of an earlier version, to which this one was added. */
async function aMirror(): Promise<string> {
  const folder = await newFolder();
  const ofEarlier = archives.map(each => ({ ...each, name: each.name.replace(version, earlier) }));
  writeMirror(folder, earlier, ofEarlier);
  writeMirror(folder, version, archives);
  return folder;
}

/** PATH with all its programs except Node.js, as on a runner that has none. */
async function pathWithoutNode(): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const [at, folder] of folders.entries()) {
    if (!existsSync(join(folder, 'node'))) continue;
    const copy = await newFolder();
    const others = readdirSync(folder).filter(name => !/^(?:node|nodejs)$/.test(name));
    for (const name of others) symlinkSync(join(folder, name), join(copy, name));
    folders[at] = copy;
  }
  return folders.join(delimiter);
}

/** A web server that knows nothing of Terraform: it serves the files of a folder over HTTPS, JSON as such. */
const staticSite = (folder: string) =>
  secureServer(async ({ url = '' }, response) => {
    const content = await readFile(join(folder, url)).catch(() => undefined);
    const type = url.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type }).end(content);
  });

/** The steps of docs/installing.md beside the stack: for a registry, and for a mirror. */
const [, replaceProvider = '', removeProvider = ''] = codeOf('docs/installing.md', 'CDK stacks', 'shell');

/** A stack with two configurations of the provider, deployed in two workspaces with the provider of the package. */
async function deployedStack(packages: string) {
  const { path: binary, product } = await foundTerraform();
  const sandbox = await aSandbox();
  const { host, certificate } = await staticSite(packages);
  const folder = await newFolder();
  const [authority, installation] = [join(folder, 'authority.pem'), join(folder, 'cli.tfrc')];
  await writeFile(authority, certificate);
  await writeFile(installation, '');
  vi.stubEnv('TERRAFORM_BINARY_NAME', binary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const synthesize = (config: SvcProviderConfig) => {
    const app = Testing.app({ outdir: join(folder, 'cdktf.out') });
    const stack = new TerraformStack(app, 'security');
    new LocalBackend(stack, { path: join(folder, 'terraform.tfstate') });
    new SvcProvider(stack, 'svc', config);
    const provider = new SvcProvider(stack, 'other', { alias: 'other', ...config });
    for (const more of [{}, { provider }])
      new ApiKey(stack, `key-${Object.keys(more).length}`, {
        ...{ name: 'key', tenantId: 'ten_acme', scopes: ['alerts:read'] },
        ...more,
      });
    app.synth();
  };
  const environment = {
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_CLI_CONFIG_FILE: installation,
  };
  const withoutNode = { ...environment, PATH: await pathWithoutNode(), SSL_CERT_FILE: authority };
  const shell = async (command: string, variables: Record<string, string>) =>
    succeeded(await run('sh', ['-ec', command], { cwd: folder, environment: variables }));
  // Without -chdir, as cdktf-cli does it: Terraform searches terraform.d of the folder in which it starts.
  const terraform = `cd cdktf.out/stacks/security; ${binary}`;
  synthesize({});
  const apply = `${binary} apply -auto-approve`;
  await shell(`${terraform} init; ${apply}; ${binary} workspace new second; ${apply}`, environment);
  const registryHost = registryHosts[product];
  return { binary, registryHost, host, folder, installation, withoutNode, synthesize, shell, terraform };
}

describe('Terraform, with a CDK stack', () => {
  it('takes the provider of a deployed stack from a registry, without another Node.js', async context => {
    const { folder: registry, key_id } = await aRegistry(context);
    const deployed = await deployedStack(registry);
    const { binary, registryHost, host, folder, withoutNode, synthesize, shell, terraform } = deployed;
    synthesize({ source: `${host}/svc/svc` });
    const replace = replaceProvider
      .replace(/^terraform/, binary)
      .replace('replace-provider', '$& -auto-approve')
      .replace(registryHosts.terraform, registryHost)
      .replace('registry.example.com', host);
    const replaced = 'Successfully replaced provider for 2 resources';
    expect(await shell(replace, withoutNode)).toContain(replaced);
    const initialized = await shell(`${terraform} init`, withoutNode);
    expect(initialized).toContain(`Installed ${host}/svc/svc v${version}`);
    expect(initialized).toContain(key_id);
    expect(await shell(`${terraform} plan`, withoutNode)).toContain('No changes.');
    await shell(`${terraform} workspace select default`, withoutNode);
    expect(await shell(replace, withoutNode)).toContain(replaced);
    expect(await shell(`${terraform} plan`, withoutNode)).toContain('No changes.');
    const locked = readFileSync(join(folder, 'cdktf.out/stacks/security/.terraform.lock.hcl'), 'utf8');
    expect(locked.match(/^provider ".*"/gm)).toEqual([`provider "${host}/svc/svc"`]);
  });

  it('takes it from a network mirror, with the address that the state has', async () => {
    const mirror = await aMirror();
    const deployed = await deployedStack(mirror);
    const { registryHost, host, installation, withoutNode, synthesize, shell, terraform } = deployed;
    const index = readFileSync(join(mirror, registryHost, 'svc/svc/index.json'), 'utf8');
    expect(JSON.parse(index).versions).toEqual({ [earlier]: {}, [version]: {} });
    await shell(removeProvider, withoutNode);
    const place = `url = "https://${host}/"`;
    await writeFile(installation, `provider_installation {\n  network_mirror {\n    ${place}\n  }\n}\n`);

    synthesize({ source: 'svc/svc' });
    expect(await shell(`${terraform} init`, withoutNode)).toContain(`Installed svc/svc v${version}`);
    expect(await shell(`${terraform} plan`, withoutNode)).toContain('No changes.');
  });
});

it('the packages of a registry have the names that registries expect, the checksums of all of them, and the licences of what is inside', async () => {
  const folder = await newFolder();
  writeRegistrySet(folder, version, archives);
  const prefix = `terraform-provider-svc_${version}`;
  const summed = [
    ...['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].map(each => `${prefix}_${each}.zip`),
    `${prefix}_bill-of-materials.cdx.json`,
    `${prefix}_manifest.json`,
  ].sort();
  expect(readdirSync(folder).sort()).toEqual([...summed, `${prefix}_SHA256SUMS`].sort());
  expect(readFileSync(join(folder, registryFiles(version).manifest), 'utf8')).toContain('"6.0"');
  const [archive] = archives;
  const contents = unzipSync(archive?.content ?? Buffer.of());
  const beside = readFileSync(join(folder, registryFiles(version).bill));
  for (const bill of [contents['bill-of-materials.cdx.json'] ?? [], beside])
    for (const name of [material.name, 'undici']) expect(Buffer.from(bill).toString()).toContain(name);
  const program = `terraform-provider-svc_v${version}`;
  const inside = [program, 'node', 'LICENSE', 'LICENSE-node', 'THIRD-PARTY-LICENSES'];
  expect(Object.keys(contents)).toEqual(expect.arrayContaining(inside));
  const lines = summed.map(name => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  expect(readFileSync(join(folder, `${prefix}_SHA256SUMS`), 'utf8')).toBe(lines.join(''));
});
