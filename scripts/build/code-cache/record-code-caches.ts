import { delimiter, join } from 'node:path';
import { runCalls, type TypicalCalls } from './run-calls';

const preload = join(__dirname, 'recorder.cjs');

/**
 * Leaves a code cache beside each file of a built provider that `calls` load (src/plugin/launch/code-cache.ts). V8
 * compiles functions when they are called: a cache has what `calls` reached. One with every function is twice as large
 * and brings half (decision 11). A cache serves one version of V8: the Node that builds, and those that
 * CODE_CACHE_NODES names as PATH does folders.
 */
export async function recordCodeCaches(program: string, calls: TypicalCalls): Promise<void> {
  const others = (process.env['CODE_CACHE_NODES'] ?? '').split(delimiter).filter(path => path !== '');
  for (const node of [process.execPath, ...others]) {
    const { ended, stderr } = await runCalls({ program, calls, preload, node });
    if (ended !== 0) throw new Error(`the provider ended with ${ended} under ${node}: ${stderr}`);
  }
}
