import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../package.json';

/** A subject of the measurement. */
export interface Subject {
  readonly name: 'ours' | 'before' | 'go-peer' | 'terraform_data';
  /** Name in the chart. */
  readonly label: string;
  /** True if it uses the platform. */
  readonly usesPlatform: boolean;
  /** The executable that Terraform launches; undefined if it is built into Terraform. */
  readonly executable: string | undefined;
  /** The folder of a filesystem mirror and its content. */
  readonly mirror: { readonly path: string; readonly source: string } | undefined;
  /**
   * Returns a configuration with this many resources.
   * @param blocks their names, in the order in which Terraform works on them. The floor has one.
   */
  configuration(count: number, blocks?: readonly string[]): string;
}

function endpoints(count: number, source: string, blocks: readonly string[] = ['a']): string {
  return `terraform {
  required_providers {
    svc = {
      source = "${source}"
    }
  }
}
${blocks.map(block).join('')}`;

  function block(name: string, index: number): string {
    const former = blocks[index - 1];
    return `resource "svc_webhook_endpoint" "${name}" {
  count  = ${count / blocks.length}
  url    = "https://receiver.example/${name}/\${count.index}"
  events = ["alert.created", "incident.created"]
  secret = "obviously-not-a-secret-\${count.index}"
  depends_on = [${former === undefined ? '' : `svc_webhook_endpoint.${former}`}]
}
`;
  }
}

export const ours = builtIn('.', 'ours', 'cdktf-provider-svc');

/** The same provider as another clone has built it, of the same version. */
export const before = (clone: string): Subject => builtIn(clone, 'before', 'the build before');

function builtIn(clone: string, name: 'ours' | 'before', label: string): Subject {
  return {
    name,
    label,
    usesPlatform: true,
    executable: resolve(clone, `dist/provider/terraform-provider-svc_v${version}`),
    mirror: { path: resolve(clone, 'dist/mirror'), source: 'svc/svc' },
    configuration: (count, blocks) => endpoints(count, 'svc/svc', blocks),
  };
}

/** The floor: as many resources of the same size, without a provider process. */
export const terraformData: Subject = {
  name: 'terraform_data',
  label: 'terraform_data',
  usesPlatform: false,
  executable: undefined,
  mirror: undefined,
  configuration: count => `resource "terraform_data" "a" {
  count = ${count}
  input = {
    url    = "https://receiver.example/hooks/\${count.index}"
    events = ["alert.created", "incident.created"]
    secret = "obviously-not-a-secret-\${count.index}"
  }
}
`,
};

/** Builds the Go peer, or reports why it cannot. */
export function goPeer(say: (line: string) => void): Subject | undefined {
  const mirror = resolve('dist/go-peer');
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const place = join(mirror, 'registry.terraform.io/peer/svc/0.0.1', `${process.platform}_${architecture}`);
  const executable = join(place, 'terraform-provider-svc_v0.0.1');
  try {
    mkdirSync(place, { recursive: true });
    const settings = { cwd: 'bench/go-peer', stdio: 'pipe' } as const;
    execFileSync('go', ['build', '-trimpath', '-o', executable, '.'], settings);
  } catch (error) {
    say(`THE GO PEER IS NOT MEASURED. It takes Go 1.26 and its module proxy. ${error}`);
    return undefined;
  }
  return {
    name: 'go-peer',
    label: 'provider in Go',
    usesPlatform: true,
    executable,
    mirror: { path: mirror, source: 'registry.terraform.io/peer/svc' },
    configuration: (count, blocks) => endpoints(count, 'registry.terraform.io/peer/svc', blocks),
  };
}
