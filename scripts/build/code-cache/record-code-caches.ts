import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createCertificate } from '../../../src/plugin/wire/certificate';
import { pemOf } from '../../../src/plugin/wire/pem';
import { ForeignClient } from '../../../test/protocol/foreign-client';
import { killPlugin, startPlugin } from '../../../test/protocol/plugin-process';

/** Asks a provider for what launches usually ask; rejects when an answer is not what it should be. */
export type TypicalCalls = (client: ForeignClient) => Promise<void>;

/** A cache serves one version of V8: the Node that builds, and those that CODE_CACHE_NODES names as PATH does folders. */
export const codeCacheNodes = (environment: NodeJS.ProcessEnv) => [
  process.execPath,
  ...(environment['CODE_CACHE_NODES'] ?? '').split(delimiter).filter(path => path !== ''),
];

/**
 * Runs a built provider once under a Node and leaves a code cache beside each of its files that was loaded
 * (src/plugin/launch/code-cache.ts). V8 compiles functions when they are called: a cache has what `calls` reached. One
 * with every function is twice as large and brings half (decision 11).
 */
export async function recordCodeCaches(program: string, calls: TypicalCalls, node: string): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'typical-calls-'));
  const own = createCertificate();
  const environment = {
    NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, 'recorder.cjs'))}`,
    PLUGIN_CLIENT_CERT: pemOf(own.der),
    TF_DATA_DIR: data,
  };
  const plugin = await startPlugin(program, environment, node);
  const client = new ForeignClient(plugin, own);
  try {
    await calls(client);
    await client.call('plugin.GRPCController', 'Shutdown', {});
    const ended = await plugin.ended;
    if (ended !== 0) throw new Error(`the provider ended with ${ended}: ${await plugin.stderr}`);
  } finally {
    client.close();
    await killPlugin(plugin);
    await rm(data, { recursive: true, force: true });
  }
}
