import { randomBytes } from 'node:crypto';
import type { TerraformBinary } from '../../src/cli/terraform-binary';
import { type Sandbox, startSandbox } from '../../src/sandbox';
import { terraformOrPinned } from '../pinned-terraform';
import { CdktfProject } from './cdktf-project';
import type { Narrator } from './narrator';
import { type Receiver, startReceiver } from './receiver';

/** Everything that the steps of the demo use. */
export interface Stage {
  readonly narrator: Narrator;
  readonly sandbox: Sandbox;
  readonly receiver: Receiver;
  readonly project: CdktfProject;
  readonly signingSecret: string;
}

/** Starts everything, runs the demo, and stops everything in each case. */
export async function withStage(
  narrator: Narrator,
  signal: AbortSignal,
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const signingSecret = randomBytes(32).toString('hex');
  narrator.keepSecret(signingSecret);
  const toClose: (() => Promise<void>)[] = [];
  try {
    const terraform = await narrator.step('Find Terraform', () => find(narrator));
    const { sandbox, receiver } = await narrator.step('Start the sandbox and a receiver', () =>
      serve(narrator, signingSecret, toClose),
    );
    const environment = {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_receivers_url: receiver.url,
      TF_VAR_signing_secret: signingSecret,
    };
    const project = new CdktfProject({ terraform: terraform.path, environment, signal });
    await play({ narrator, sandbox, receiver, project, signingSecret });
  } finally {
    for (const close of toClose.reverse()) await close();
  }
}

async function find(narrator: Narrator): Promise<TerraformBinary> {
  const terraform = await terraformOrPinned(line => narrator.say(line));
  const product = terraform.product === 'tofu' ? 'OpenTofu' : 'Terraform';
  narrator.say(`${product} ${terraform.version} (${terraform.path})`);
  return terraform;
}

async function serve(
  narrator: Narrator,
  signingSecret: string,
  toClose: (() => Promise<void>)[],
): Promise<Pick<Stage, 'sandbox' | 'receiver'>> {
  const sandbox = await startSandbox();
  toClose.push(() => sandbox.close());
  narrator.keepSecret(sandbox.key);
  const receiver = await startReceiver(signingSecret);
  toClose.push(() => receiver.close());
  narrator.say(`platform ${sandbox.url}, receiver ${receiver.url}`);
  return { sandbox, receiver };
}
