import { makeSecret, type Secret } from './secrets';
import type { Workspace } from './workspace';

/** Secrets that a test hands to Terraform as sensitive variables, the way people are told to. */
export class PlantedSecrets {
  readonly all: Secret[] = [];
  readonly #declarations: Record<string, object> = {};

  constructor(private readonly workspace: Workspace) {}

  async plant(name: string, ephemeral: boolean): Promise<string> {
    const secret = makeSecret(name);
    this.all.push(secret);
    // Terraform before 1.10 knows no `ephemeral`: it is named only where it is wanted.
    this.#declarations[name] = { type: 'string', sensitive: true, ...(ephemeral ? { ephemeral } : {}) };
    await this.workspace.write('planted.tf.json', JSON.stringify({ variable: this.#declarations }));
    return secret.value;
  }
}
