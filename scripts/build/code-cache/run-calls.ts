import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '../../../src/plugin/wire/certificate';
import { pemOf } from '../../../src/plugin/wire/pem';
import { ForeignClient } from '../../../test/protocol/foreign-client';
import { killPlugin, startPlugin } from '../../../test/protocol/plugin-process';

/** Asks a provider for what launches usually ask; rejects when an answer is not what it should be. */
export type TypicalCalls = (client: ForeignClient) => Promise<void>;

export interface CallsRun {
  readonly program: string;
  readonly calls: TypicalCalls;
  /** Loaded into the process before the program. */
  readonly preload: string;
  /** Further options of Node's. */
  readonly flags?: string;
  /** The executable; the Node that runs this one unless told. */
  readonly node?: string;
}

/** Starts a built provider as Terraform does, asks it, and lets it leave. Its exit code, or the signal's name, and what it said. */
export async function runCalls({ program, calls, preload, flags = '', node }: CallsRun) {
  const data = await mkdtemp(join(tmpdir(), 'typical-calls-'));
  const own = createCertificate();
  const environment = {
    NODE_OPTIONS: `--require ${JSON.stringify(preload)} ${flags}`,
    PLUGIN_CLIENT_CERT: pemOf(own.der),
    TF_DATA_DIR: data,
  };
  const plugin = await startPlugin(program, environment, node);
  const client = new ForeignClient(plugin, own);
  try {
    await calls(client);
    await client.call('plugin.GRPCController', 'Shutdown', {});
    return { ended: await plugin.ended, stderr: await plugin.stderr };
  } finally {
    client.close();
    await killPlugin(plugin);
    await rm(data, { recursive: true, force: true });
  }
}
