import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { installationAdvice } from '../../../src/constructs/installation/provider-installation';

const block = 'provider_installation {\n  direct {}\n}\n';
const mirror = 'terraform.d/plugins';

describe('the advice on the CLI configuration', () => {
  let home: string;
  const put = (name: string, text: string) => writeFileSync(path.join(home, name), text);

  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'svc-advice-'));
    vi.stubEnv('HOME', home);
    vi.stubEnv('TF_CLI_CONFIG_FILE', '');
  });

  it('names the file, and what the block needs', () => {
    put('.terraformrc', block);
    const advice = installationAdvice('terraform', home, mirror);
    expect(advice).toContain(`${path.join(home, '.terraformrc')} has a provider_installation block`);
    expect(advice).toContain(
      '  filesystem_mirror {\n    path    = "terraform.d/plugins"\n    include = ["svc/svc"]\n  }\n  direct {\n    exclude = ["svc/svc"]',
    );
  });

  it.each([
    ['no file', {}],
    ['a file without the block', { '.terraformrc': 'plugin_cache_dir = "x"' }],
    ['a block that names the provider', { '.terraformrc': block.replace('{}', '{ exclude = ["svc/svc"] }') }],
    ['the file of OpenTofu alone', { '.tofurc': block }],
  ])('is not given for %s', (_, files) => {
    for (const [name, text] of Object.entries(files)) put(name, text);
    expect(installationAdvice('terraform', home, mirror)).toBeUndefined();
  });

  it('reads for OpenTofu its own file, else the one of Terraform', () => {
    put('.terraformrc', block);
    expect(installationAdvice('tofu', home, mirror)).toContain('.terraformrc');
    put('.tofurc', block);
    expect(installationAdvice('tofu', home, mirror)).toContain('.tofurc');
  });

  it('reads the named file instead, from the folder in which Terraform runs', () => {
    put('.terraformrc', '');
    put('ci.rc', block);
    vi.stubEnv('TF_CLI_CONFIG_FILE', 'ci.rc');
    expect(installationAdvice('terraform', home, mirror)).toContain(path.join(home, 'ci.rc'));
    vi.stubEnv('TF_CLI_CONFIG_FILE', 'missing.rc');
    expect(installationAdvice('terraform', home, mirror)).toBeUndefined();
  });

  it('does not read a pipe, which only Terraform may read', () => {
    execFileSync('mkfifo', [path.join(home, 'pipe')]);
    vi.stubEnv('TF_CLI_CONFIG_FILE', 'pipe');
    expect(installationAdvice('terraform', home, mirror)).toBeUndefined();
  });
});
