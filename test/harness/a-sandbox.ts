import { onTestFinished } from 'vitest';
import { type FaultEffect, type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox';

/** Starts a sandbox that ends with the test. */
export async function aSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** The effect of a fault that answers with this status, and with the platform's own error if there is no body. */
export const answer = (status: number, body?: string | object): FaultEffect => ({
  kind: 'status',
  status,
  ...(body && { body }),
});
