import { describe, expect, it } from 'vitest';
import { isLocked, type LockedProvider, lockFile } from '../../../src/constructs/delivery/lock-file';

const svc: LockedProvider = {
  address: 'registry.terraform.io/svc/svc',
  version: '1.2.3',
  hashes: ['h1:content', 'zh:archive'],
};
const random = 'registry.terraform.io/hashicorp/random';
const svcBlock = `provider "registry.terraform.io/svc/svc" {
  version     = "1.2.3"
  constraints = "1.2.3"
  hashes = [
    "h1:content",
    "zh:archive",
  ]
}
`;
const randomBlock = `provider "${random}" {
  version     = "3.6.0"
  constraints = "~> 3.6"
  hashes = [
    "h1:random",
  ]
}
`;
const header =
  '# This file is maintained automatically by "terraform init".\n# Manual edits may be lost in future updates.\n';

/** What cdktf-cli 0.21 makes of a lock file (terraform-provider-lock.js), in as many words. */
function constraintsSeenByCli(text: string): Record<string, string> {
  const seen: Record<string, string> = {};
  let current: string | undefined;
  for (const line of text.split('\n')) {
    if (current === undefined) current = /provider "(.*)"/.exec(line)?.[1];
    else if (/^\s*}/.test(line)) current = undefined;
    else {
      const constraint = /^\s*constraints\s+=\s+"(.*)"/.exec(line)?.[1];
      if (constraint !== undefined) seen[current] = constraint;
    }
  }
  return seen;
}

describe('the lock file beside a stack', () => {
  it('locks the provider with its version, constraint and hashes', () => {
    expect(lockFile('', [svc], [svc.address])).toBe(svcBlock);
  });

  it('stays as it is once it is right, so that nothing is written', () => {
    const text = lockFile('', [svc], [svc.address, random]);
    expect(lockFile(text, [svc], [svc.address, random])).toBe(text);
  });

  it('stays as Terraform has rewritten it, with its header and hashes of its own', () => {
    const rewritten = `${header}\n${svcBlock.replace('"h1:content",', '"h1:content",\n    "h1:another",')}`;
    expect(lockFile(rewritten, [svc], [svc.address])).toBe(rewritten);
  });

  it.each([
    ['a new version', { ...svc, version: '1.3.0' }],
    ['new content under the same version', { ...svc, hashes: ['h1:new', 'zh:new'] }],
  ])('is brought up to date for %s, and nothing else in it changes', (_, fresh) => {
    const text = lockFile(`${header}\n${randomBlock}\n${svcBlock}`, [fresh], [svc.address, random]);
    expect(text).toContain(`${header}\n${randomBlock}`);
    expect(text).toContain(`"${fresh.hashes[0]}"`);
    expect(text).toContain(`version     = "${fresh.version}"`);
    expect(text.match(/svc\/svc/g)).toHaveLength(1);
  });

  it('keeps the blocks of other providers, in whatever order they stand', () => {
    const text = lockFile(randomBlock, [svc], [random, svc.address]);
    expect(text).toBe(`${randomBlock}\n${svcBlock}`);
  });

  it('names in a comment what nobody has locked yet: cdktf-cli reads it, Terraform does not', () => {
    const text = lockFile('', [svc], [random, svc.address]);
    expect(constraintsSeenByCli(text)).toEqual({ [svc.address]: '1.2.3', [random]: '>= 0.0.0' });
    expect(isLocked(text, random)).toBe(false);
    expect(isLocked(text, svc.address)).toBe(true);
  });

  it('drops the comment when the provider is locked or no longer required', () => {
    const text = lockFile('', [svc], [random, svc.address]);
    expect(lockFile(text, [svc], [svc.address])).toBe(svcBlock);
    expect(lockFile(`${text}\n${randomBlock}`, [svc], [random, svc.address])).not.toContain('/*');
  });

  it('under OpenTofu locks its own registry’s address and shows cdktf-cli the one it looks for', () => {
    const tofu = { ...svc, address: 'registry.opentofu.org/svc/svc' };
    const text = lockFile('', [tofu], ['registry.terraform.io/svc/svc']);
    expect(isLocked(text, tofu.address)).toBe(true);
    expect(isLocked(text, svc.address)).toBe(false);
    expect(constraintsSeenByCli(text)).toHaveProperty([svc.address]);
  });

  it('takes an address literally, not as a pattern', () => {
    expect(isLocked(svcBlock, 'registryXterraform.io/svc/svc')).toBe(false);
  });
});
