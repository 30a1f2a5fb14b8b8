import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const [original, copy] = ['src/policy', 'src/constructs/policy/gen'];

/** jsii compiles the copy, and everything else uses the original (decision 20). */
it('the constructs judge by the same rules as a report', () => {
  const modules = readdirSync(original).filter(name => name.endsWith('.ts'));
  expect(readdirSync(copy).sort()).toEqual(modules.sort());
  for (const name of modules) {
    const [, ...lines] = readFileSync(path.join(copy, name), 'utf8').split('\n');
    expect(lines.join('\n')).toBe(readFileSync(path.join(original, name), 'utf8'));
  }
});
