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

  it('is not written again once it is correct', () => {
    const text = lockFile('', [svc], [svc.address, random]);
    expect(lockFile(text, [svc], [svc.address, random])).toBe(text);
  });

  it('stays as Terraform has rewritten it, with Terraform’s header and hashes', () => {
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

  it('lists unlocked providers in a comment, which cdktf-cli reads and Terraform ignores', () => {
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

/** The text with the line ends of Windows. */
const windows = (text: string) => text.replace(/\n/g, '\r\n');
const outdated = svcBlock.replaceAll('1.2.3', '1.0.0');
/** What version 0.1.0 made of a file in which it did not find its block: a second one. */
const doubled = `${windows(outdated)}\n${svcBlock}`;

describe('a lock file that was not written by Terraform alone', () => {
  it.each([
    ['line ends of Windows', windows(svcBlock)],
    ['two spaces before the brace', svcBlock.replace('" {', '"  {')],
    ['no line end at its end', svcBlock.trimEnd()],
    ['its attributes aligned otherwise', svcBlock.replace(/ +=/g, ' =')],
    ['a comment inside the block', svcBlock.replace('  hashes', '  # "h1:old" }\n  hashes')],
  ])('is right with %s, and no block is added', (_, text) => {
    expect(lockFile(text, [svc], [svc.address]).trimEnd()).toBe(text.trimEnd());
  });

  it('keeps the line ends of Windows in what is rewritten and added', () => {
    const text = lockFile(windows(`${header}\n${outdated}`), [svc], [svc.address, random]);
    expect(text).toContain('version     = "1.2.3"');
    expect(text).toContain('/* cdktf-provider-svc:');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(lockFile(text, [svc], [svc.address, random])).toBe(text);
  });

  it.each([
    ['a block comment', `/*\n${outdated}*/\n`],
    ['a comment on one line', `/* ${outdated.trimEnd()} */\n`],
    ['a heredoc', `note = <<END\n${outdated}END\n`],
    ['a string with braces', `note = "{ \${"}"} provider \\"x\\" {"\n`],
    ['line comments', outdated.replace(/^/gm, '# ').replace(/# $/, '')],
  ])('keeps %s unchanged, and adds the block beside it', (_, foreign) => {
    const text = lockFile(`${foreign}\n${randomBlock}`, [svc], [svc.address]);
    expect(text).toContain(foreign);
    expect(text.replace(foreign, '')).toContain(svcBlock);
    expect(constraintsSeenByCli(text)[svc.address]).not.toBe('1.0.0');
    expect(lockFile(text, [svc], [svc.address])).toBe(text);
  });

  it.each([
    ['with the line ends of Windows', `${windows(randomBlock)}\r\n${doubled}`],
    ['with two spaces', `${randomBlock}\n${outdated.replace('" {', '"  {')}\n${svcBlock}`],
    ['both of them right', `${randomBlock}\n${svcBlock}\n${svcBlock}`],
  ])('that an earlier version gave a second block, %s, has one again', (_, text) => {
    const repaired = lockFile(text, [svc], [svc.address, random]);
    expect(repaired.replaceAll('\r\n', '\n')).toBe(`${randomBlock}\n${svcBlock}`);
  });

  it('whose block holds both sides of a merge has one again', () => {
    const conflict = svcBlock.replace(
      /^ {2}version.*\n/m,
      '<<<<<<< ours\n  version     = "1.2.3"\n=======\n  version     = "1.0.0"\n>>>>>>> theirs\n',
    );
    expect(lockFile(conflict, [svc], [svc.address])).toBe(svcBlock);
  });

  const versions = (one: string, other: string) => `<<<<<<< HEAD\n${one}=======\n${other}>>>>>>> branch\n`;

  it.each([
    ['around it', versions(outdated, svcBlock)],
    ['around it, on one side', versions('', svcBlock)],
    ['around it and the comment beside it', versions(lockFile('', [svc], [random]), outdated)],
    ['with the common ancestor', versions(`${outdated}||||||| base\n${outdated}`, svcBlock)],
    ['with the line ends of Windows', windows(versions(outdated, svcBlock))],
    [
      'behind all that is wanted',
      svcBlock.replace('  ]', '<<<<<<< HEAD\n    "h1:a",\n=======\n    "h1:b",\n>>>>>>> branch\n  ]'),
    ],
  ])('whose block was in conflict, with markers %s, has one again', (_, text) => {
    const written = lockFile(`${header}\n${text}\n${randomBlock}`, [svc], [svc.address]);
    const repaired = written.replaceAll('\r\n', '\n');
    expect(repaired).not.toMatch(/^[<=>|]{7}/m);
    expect(repaired).toContain(randomBlock);
    expect(repaired).toContain(svcBlock);
    expect(repaired.match(/svc\/svc/g)).toHaveLength(1);
  });

  it.each([
    ['of another provider', versions(randomBlock, randomBlock.replaceAll('3.6', '3.7'))],
    ['of ours together with another', versions(svcBlock + randomBlock, outdated)],
    ['that cuts a block', versions('provider "x" {\n', 'provider "x" {\n  version = "1"\n')],
  ])('with a conflict %s is refused by line: only people can resolve it', (_, text) => {
    expect(() => lockFile(`${header}${text}`, [svc], [svc.address])).toThrow(
      /^line 3: a merge conflict is not resolved$/,
    );
  });

  it.each([
    ['a block', `${randomBlock}provider "x" {\n`, 'line 8: "{" is not closed'],
    ['a comment', '\n/* note', 'line 2: a comment is not closed'],
    ['a string', 'provider "x {\n}\n', 'line 1: a string is not closed'],
    ['a heredoc', 'note = <<END\nEN\n', 'line 1: the heredoc END is not closed'],
    ['a template', 'note = "${x"\n', 'line 1: a string is not closed'],
    ['a list', 'hashes = [\n}\n', 'line 2: "}" closes nothing'],
  ])('is refused by line when %s is not closed', (_, text, problem) => {
    expect(() => lockFile(text, [svc], [svc.address])).toThrow(problem);
  });
});
