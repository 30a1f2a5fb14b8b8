import { describe, expect, it } from 'vitest';
import { type LockedProvider, lockedOtherwise, lockFile } from '../../../src/constructs/delivery/lock-file';

const svc: LockedProvider = { version: '1.2.3', hashes: ['h1:content', 'zh:archive'] };
const address = 'registry.terraform.io/svc/svc';
const random = 'registry.terraform.io/hashicorp/random';
const svcBlock = `provider "${address}" {
  version     = "1.2.3"
  constraints = "1.2.3"
  hashes = [
    "h1:content",
    "zh:archive",
  ]
}
`;
const outdated = svcBlock.replaceAll('1.2.3', '1.0.0');
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

const written = (existing: string, required = [address]) =>
  lockFile(existing, 'terraform', svc, required) ?? '';

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
  it.each([
    ['once it is correct', written('', [address, random]), [address, random]],
    [
      'as Terraform has rewritten it, with its header and its hashes',
      `${header}\n${svcBlock.replace('"h1:content",', '"h1:another",\n    "h1:content",')}`,
      [address],
    ],
    ['with the blocks of others', `${randomBlock}\n${svcBlock}`, [address, random]],
  ])('stays %s', (_, text, required) => {
    expect(written(text, required)).toBe(text);
  });

  it.each([
    ['a new version', outdated],
    ['a new constraint', svcBlock.replace('constraints = "1.2.3"', 'constraints = "1.0.0"')],
    ['new content under the same version', svcBlock.replace('h1:content', 'h1:old')],
    ['its first use', ''],
  ])('is brought up to date for %s, and nothing else in it changes', (_, before) => {
    expect(written(`${header}\n${randomBlock}\n${before}`)).toBe(`${header}\n${randomBlock}\n${svcBlock}`);
  });

  it('lists unlocked providers in a comment, which cdktf-cli reads and Terraform ignores', () => {
    const text = written('', [random, address]);
    expect(constraintsSeenByCli(text)).toEqual({ [address]: '1.2.3', [random]: '>= 0.0.0' });
    expect(text.replace(/\n\/\*[\s\S]*\*\/\n/, '')).toBe(svcBlock);
  });

  it('drops the comment, also that of the other CDK, when all are locked', () => {
    const text = written('', [random, address]);
    expect(written(text)).toBe(svcBlock);
    expect(written(text.replace('cdktf-', 'cdktn-'))).toBe(svcBlock);
    expect(written(`${text}\n${randomBlock}`, [random, address])).toBe(`${svcBlock}\n${randomBlock}`);
  });

  it('under OpenTofu locks the address of its registry, and shows cdktf-cli the one that it searches for', () => {
    const text = lockFile('', 'tofu', svc, [address]) ?? '';
    expect(text).toMatch(/^provider "registry.opentofu.org\/svc\/svc" \{/);
    expect(constraintsSeenByCli(text)).toHaveProperty([address]);
    expect(lockFile(text, 'tofu', svc, [address])).toBe(text);
  });

  it('brings the block of the other program up to date, too', () => {
    const text = lockFile(outdated, 'tofu', svc, [address]) ?? '';
    expect(text).toContain(svcBlock);
    expect(text).toContain('"registry.opentofu.org/svc/svc"');
  });

  it.each([
    ['line ends of Windows', svcBlock.replace(/\n/g, '\r\n')],
    ['two spaces before the brace', outdated.replace('" {', '"  {')],
    ['a comment inside', svcBlock.replace('  hashes', '  # note\n  hashes')],
    ['a second block', `${svcBlock}\n${svcBlock}`],
    ['line comments', outdated.replace(/^(?=.)/gm, '# ')],
    ['both sides of a merge', `<<<<<<< HEAD\n${outdated}=======\n${svcBlock}>>>>>>> branch\n`],
    ['a merge inside', svcBlock.replace(/^ {2}v.*\n/m, '<<<<<<< HEAD\n$&=======\n$&>>>>>>> branch\n')],
  ])('is left alone if our block has %s', (_, text) => {
    expect(lockFile(`${header}\n${text}`, 'terraform', svc, [address])).toBeUndefined();
  });
});

it.each([
  ['another exact version', '4.0.0', [[random, '4.0.0']]],
  ['the same version', '3.6.0', []],
  ['a range, which cannot be compared', '~> 4.0', []],
  ['no version', undefined, []],
])('a provider that the stack requires in %s is told or not', (_, version, told) => {
  const text = written(randomBlock, [address, random]);
  const required = new Map<string, unknown>(Object.entries({ [address]: svc.version, [random]: version }));
  expect(lockedOtherwise(text, required)).toEqual(told);
});

it('a provider that is in our comment only is locked in no version', () => {
  expect(lockedOtherwise(written('', [address, random]), new Map([[random, '4.0.0']]))).toEqual([]);
});
