import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { installationAdvice } from '../../../src/constructs/installation/installation-advice';
import type { Product } from '../../../src/constructs/installation/registry-hosts';

const version = '1.2.3';
const direct = 'provider_installation {\n  direct {}\n}\n';
const delivered = 'terraform.d/plugins';
const phrase = 'beside the stack, where synthesis has put';

/** A person's home and a stack's folder with what synthesis delivers. */
function aMachine(
  files: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const home = mkdtempSync(path.join(tmpdir(), 'svc-home-'));
  const stack = path.join(home, 'stack');
  onTestFinished(() => {
    rmSync(home, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });
  const packages = ['registry.terraform.io', 'registry.opentofu.org'].map(
    host => `stack/${delivered}/${host}/svc/svc/terraform-provider-svc_${version}_linux_amd64.zip`,
  );
  for (const [name, text] of Object.entries({
    ...files,
    ...Object.fromEntries(packages.map(name => [name, ''])),
  })) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  }
  const unset = { TF_CLI_CONFIG_FILE: '', TERRAFORM_CONFIG: '', XDG_CONFIG_HOME: '' };
  const here = Object.entries(environment).map(([name, file]) => [name, file.replace('~', home)]);
  const stubs = { HOME: home, ...unset, ...Object.fromEntries(here) };
  for (const [name, value] of Object.entries<string>(stubs)) vi.stubEnv(name, value);
  const advice = (product: Product = 'terraform') =>
    installationAdvice(product, stack, { path: delivered, phrase, version })?.replaceAll(home, '~');
  return { home, advice };
}

/** What one CLI configuration makes synthesis say. */
const adviceFor = (configuration: string) => aMachine({ '.terraformrc': configuration }).advice();

describe('a provider_installation block', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Product, string | undefined]>([
    ['~/.terraformrc', { '.terraformrc': direct }, {}, 'terraform', '~/.terraformrc'],
    ['~/.terraformrc under OpenTofu', { '.terraformrc': direct }, {}, 'tofu', '~/.terraformrc'],
    ['~/.tofurc', { '.tofurc': direct }, {}, 'tofu', '~/.tofurc'],
    ['~/.tofurc, which Terraform does not read', { '.tofurc': direct }, {}, 'terraform', undefined],
    ['~/.terraformrc beside a ~/.tofurc', { '.tofurc': '', '.terraformrc': direct }, {}, 'tofu', undefined],
    ['a fragment', { '.terraform.d/mirrors.tfrc': direct }, {}, 'terraform', '~/.terraform.d/mirrors.tfrc'],
    [
      'a fragment in JSON',
      { '.terraform.d/mirrors.tfrc.json': '{"provider_installation": [{"direct": [{}]}]}' },
      {},
      'terraform',
      '~/.terraform.d/mirrors.tfrc.json',
    ],
    ['another file of that folder', { '.terraform.d/mirrors.txt': direct }, {}, 'terraform', undefined],
    [
      'the XDG folder',
      { 'xdg/opentofu/tofurc': direct },
      { XDG_CONFIG_HOME: '~/xdg' },
      'tofu',
      '~/xdg/opentofu/tofurc',
    ],
    [
      'a fragment in the XDG folder',
      { 'xdg/opentofu/a.tfrc': direct },
      { XDG_CONFIG_HOME: '~/xdg' },
      'tofu',
      '~/xdg/opentofu/a.tfrc',
    ],
    [
      'the XDG folder, which Terraform does not read',
      { 'xdg/opentofu/tofurc': direct },
      { XDG_CONFIG_HOME: '~/xdg' },
      'terraform',
      undefined,
    ],
    ['TF_CLI_CONFIG_FILE', { 'ci.rc': direct }, { TF_CLI_CONFIG_FILE: '~/ci.rc' }, 'terraform', '~/ci.rc'],
    [
      'TF_CLI_CONFIG_FILE, by a path from where Terraform runs',
      { 'ci.rc': direct },
      { TF_CLI_CONFIG_FILE: '../ci.rc' },
      'terraform',
      '~/ci.rc',
    ],
    ['TERRAFORM_CONFIG', { 'ci.rc': direct }, { TERRAFORM_CONFIG: '~/ci.rc' }, 'terraform', '~/ci.rc'],
    [
      'files that TF_CLI_CONFIG_FILE replaces',
      { '.terraformrc': direct, '.terraform.d/a.tfrc': direct },
      { TF_CLI_CONFIG_FILE: '/dev/null' },
      'terraform',
      undefined,
    ],
    ['no file', {}, {}, 'terraform', undefined],
  ])('in %s is found where it counts', (_, files, environment, product, file) => {
    const advice = aMachine(files, environment).advice(product);
    if (file === undefined) expect(advice).toBeUndefined();
    else
      expect(advice).toMatch(new RegExp(`^${file.replaceAll('.', '\\.')} has a provider_installation block`));
  });

  it('in a pipe is not read: only Terraform may consume it', () => {
    const { home, advice } = aMachine({}, { TF_CLI_CONFIG_FILE: '~/pipe' });
    execFileSync('mkfifo', [path.join(home, 'pipe')]);
    expect(advice()).toBeUndefined();
  });

  it('is answered with the lines to add', () => {
    expect(adviceFor(direct)).toBe(
      [
        '~/.terraformrc has a provider_installation block, so Terraform does not look beside the stack, where ' +
          'synthesis has put the provider svc/svc: "terraform init" will not find it. Add to the block',
        '',
        '  filesystem_mirror {',
        '    path    = "terraform.d/plugins"',
        '    include = ["svc/svc"]',
        '  }',
        '',
        'and in its direct set',
        '',
        '  exclude = ["svc/svc"]',
      ].join('\n'),
    );
  });

  it('gets OpenTofu’s terms under OpenTofu', () => {
    const advice = aMachine({ '.tofurc': direct }).advice('tofu');
    expect(advice).toContain('so OpenTofu does not look beside the stack');
    expect(advice).toContain('"tofu init" will not find it');
  });

  it('in JSON is answered in JSON', () => {
    const advice = adviceFor(
      '{"provider_installation": {"network_mirror": [{"url": "https://m.example/"}]}}',
    );
    expect(advice).toContain(
      '"filesystem_mirror": [{ "path": "terraform.d/plugins", "include": ["svc/svc"] }]',
    );
    expect(advice).toMatch(/and in its network_mirror set\n\n {2}"exclude": \["svc\/svc"\]$/);
  });

  it('names what each method must leave out, and keeps what it leaves out already', () => {
    const advice = adviceFor(`provider_installation {
      network_mirror { # for all of "us" {
        url     = "https://mirror.example/"
        exclude = ["acme/*", "example.com/*/*",]
      }
      direct { include = ["acme/*"] }
      filesystem_mirror { path = "/usr/share/terraform" }
    }`);
    expect(advice).toContain(
      'in its network_mirror set\n\n  exclude = ["acme/*", "example.com/*/*", "svc/svc"]',
    );
    expect(advice).toContain('in its filesystem_mirror set\n\n  exclude = ["svc/svc"]');
    expect(advice).not.toContain('direct');
  });

  it.each([
    [
      'the lines that synthesis asks for',
      `filesystem_mirror { path = "${delivered}" include = ["svc/svc"] }`,
    ],
    [
      'them, and a registry beside',
      `filesystem_mirror { path = "${delivered}" }\n direct { exclude = ["svc/svc"] }`,
    ],
    [
      'a second mirror, without it',
      `filesystem_mirror { path = "${delivered}" }\n filesystem_mirror { path = "../old" }`,
    ],
    [
      'a mirror, and a network mirror for it by name',
      `filesystem_mirror { path = "${delivered}" }\n network_mirror { url = "u" include = ["svc/svc"] }`,
    ],
    [
      'an address in full',
      `filesystem_mirror { path = "${delivered}" include = ["registry.terraform.io/SVC/*"] }`,
    ],
    ['a development override', 'dev_overrides {\n "svc/svc" = "/somewhere"\n}\n direct {}'],
    [
      'a network mirror for it by name',
      'network_mirror { url = "https://m.example/" include = ["svc/svc"] }',
    ],
    [
      'an OCI mirror for it by name',
      `oci_mirror { repository_template = "r/\${type}" include = ["svc/svc"] }`,
    ],
  ])('that provides for the provider by %s is no cause for a warning', (_, methods) => {
    expect(adviceFor(`provider_installation {\n ${methods}\n}\n`)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['a mirror without this version', 'filesystem_mirror { path = "../old" include = ["svc/svc"] }'],
    ['a mirror that is asked for others', `filesystem_mirror { path = "${delivered}" include = ["acme/*"] }`],
    ['a mirror that leaves it out', `filesystem_mirror { path = "${delivered}" exclude = ["svc/*"] }`],
    [
      'a mirror for another registry',
      `filesystem_mirror { path = "${delivered}" include = ["example.com/svc/svc"] }`,
    ],
    ['a network mirror for all', 'network_mirror { url = "https://m.example/" include = ["*/*"] }'],
    ['an override of another', 'dev_overrides { "acme/acme" = "/somewhere" }\n direct {}'],
  ])('with %s is a cause for one', (_, methods) => {
    const old = 'old/registry.terraform.io/svc/svc/terraform-provider-svc_1.0.0_linux_amd64.zip';
    const configuration = `provider_installation {\n ${methods}\n}\n`;
    expect(aMachine({ '.terraformrc': configuration, [old]: '' }).advice()).toContain('Add to the block');
  });

  it.each([
    ['direct', 'direct {}', 'direct'],
    ['a network mirror', 'network_mirror { url = "https://m.example/" include = ["*/*"] }', 'network_mirror'],
  ])(
    'with the provider in a mirror and also in %s fails offline; the advice removes the second one',
    (_, method, kind) => {
      const mirror = `filesystem_mirror { path = "${delivered}" }`;
      expect(adviceFor(`provider_installation {\n ${mirror}\n ${method}\n}\n`)).toBe(
        `~/.terraformrc has a provider_installation block with the provider svc/svc in a mirror, and its ${kind} is asked ` +
          'for it too. Without a network "terraform init" fails there. To prevent that, ' +
          `in its ${kind} set\n\n  exclude = ["svc/svc"]`,
      );
    },
  );

  it('with a mirror and two other methods gets the lines for both', () => {
    const methods = `filesystem_mirror { path = "${delivered}" }\n network_mirror { url = "u" exclude = ["a/b"] }\n direct {}`;
    expect(adviceFor(`provider_installation {\n ${methods}\n}\n`)).toMatch(
      /its network_mirror and direct is asked[^\n]*network_mirror set\n\n {2}exclude = \["a\/b", "svc\/svc"\]\n\nand in its direct set\n\n {2}exclude = \["svc\/svc"\]$/,
    );
  });

  it.each([
    ['a comment', `# ${direct.replaceAll('\n', ' ')}\n/* ${direct} */ // ${direct.replaceAll('\n', ' ')}`],
    ['a string', 'plugin_cache_dir = "provider_installation { direct {} }"'],
    ['another block', 'host "a.example" {\n  services = { provider_installation = "x" }\n}\n'],
    ['a heredoc', `plugin_cache_dir = <<END\n${direct}END\n`],
    ['a damaged file, which Terraform names itself', 'provider_installation {\n  direct {'],
  ])('is none in %s', (_, configuration) => {
    expect(adviceFor(configuration)).toBeUndefined();
  });
});
