import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { version } from '../package.json';
import type { TerraformBinary } from '../src/cli/terraform-binary';
import type { Subject } from './subjects';

/** Describes what the figures depend on: the machine and the versions. */
export function describeMachine(
  terraform: TerraformBinary,
  peer: Subject | undefined,
): Readonly<Record<string, string>> {
  const [processor] = cpus();
  const framework = /terraform-plugin-framework (v\S+)/.exec(readFileSync('bench/go-peer/go.mod', 'utf8'));
  return {
    processor: `${processor?.model ?? 'unknown'}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    terraform: `${terraform.product} ${terraform.version}`,
    provider: version,
    'Go peer':
      peer === undefined ? 'not measured' : `${goVersion()}, terraform-plugin-framework ${framework?.[1]}`,
  };
}

const goVersion = () => execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim();
