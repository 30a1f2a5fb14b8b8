import { join } from 'node:path';

const root = join(__dirname, '..');

/** Each product loads only what it needs. */
const products: Readonly<Record<string, () => Promise<void>>> = {
  /** The executable (dist/provider), packed (dist/packed), and a mirror of it (dist/mirror). */
  async provider() {
    const { encodeIdentitySchemas, encodeProviderSchema } = await import('../src/plugin/rpc/stored-schemas');
    const { svc } = await import('../src/provider');
    const { buildProvider } = await import('./build/provider');
    await buildProvider({
      GetProviderSchema: encodeProviderSchema(svc),
      GetResourceIdentitySchemas: encodeIdentitySchemas(svc),
    });
  },
  /** The command line (dist/cli.cjs) and the sandbox library (dist/sandbox.cjs). */
  tools: async () => (await import('./build/tools')).buildTools(),
  /** lib and the jsii assembly (.jsii), the source of the packages for other languages. */
  constructs: async () => (await import('./build/constructs')).compileConstructs(root),
  /** dist/cdktn, the package for CDK Terrain. */
  cdktn: async () => (await import('./build/cdktn')).buildTwin(root),
};

// `tsx scripts/build.ts tools` builds a product; by default, it builds the provider. Node.js exits with 1 on a rejection.
void products[process.argv[2] ?? 'provider']?.();
