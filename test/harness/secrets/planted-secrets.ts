import type { Workspace } from '../terraform/workspace';
import { makeSecret, type Secret } from './secrets';

/** Secrets that a test passes to Terraform as sensitive variables, as recommended to users. */
export class PlantedSecrets {
  readonly all: Secret[] = [];
  readonly #declarations: Record<string, object> = {};

  constructor(private readonly workspace: Workspace) {}

  async plant(name: string, ephemeral: boolean): Promise<string> {
    const secret = makeSecret(name);
    this.all.push(secret);
    // Terraform before 1.10 does not support `ephemeral`, so it is written only if requested.
    this.#declarations[name] = { type: 'string', sensitive: true, ...(ephemeral ? { ephemeral } : {}) };
    await this.workspace.write('planted.tf.json', JSON.stringify({ variable: this.#declarations }));
    return secret.value;
  }
}
