import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engines, version } from '../../../package.json';
import { InvalidOption, PlatformError, type PlatformTime } from '../../client';
import type { Examination } from '../../client/doctor/examine';
import type { Row } from '../../client/doctor/findings';
import { packagePaths } from '../../constructs/installation/packed-provider';
import { installationAdvice } from '../../constructs/installation/provider-installation';
import { explain } from '../../provider/errors/explain';
import { Refused } from '../../provider/errors/refused';
import { pluginFolder } from '../installation/plugin-folder';
import { secondsAhead } from '../seconds-ahead';
import { findTerraform } from '../terraform-binary';

/** @param isGood undefined if it cannot be told */
const row = (name: string, isGood: boolean | undefined, detail: string, needed = true): Row => {
  const verdict = isGood ? 'holds' : isGood === false ? 'differs' : 'cannot be told';
  return { name, verdict, detail, needed };
};

/** Checks what is on this machine. */
export async function machineRows(): Promise<readonly Row[]> {
  const isNew = Number.parseInt(process.versions.node, 10) >= Number.parseInt(engines.node.slice(2), 10);
  const words = `${process.version} at ${process.execPath}; ${engines.node} is needed`;
  return [row('Node.js', isNew, words), await terraform(), installation()];
}

async function terraform(): Promise<Row> {
  try {
    const { product, version: its, path } = await findTerraform();
    const [major = 0, minor = 0] = its.split('.').map(Number);
    const isNew = product === 'tofu' || major > 1 || (major === 1 && minor >= 8);
    return row('Terraform', isNew, `${product} ${its} at ${path}${isNew ? '' : ', and 1.8 is needed'}`);
  } catch (error) {
    return row('Terraform', false, wordsOf(error));
  }
}

function installation(): Row {
  const folder = pluginFolder(process.env, process.platform);
  const isThere = packagePaths(version).some(path => existsSync(join(folder, path)));
  const advice = installationAdvice('terraform', process.cwd(), folder);
  const absent = `svc/svc ${version} is not in ${folder}. For HCL, run: npx --no cdktf-provider-svc install. Stacks of cdktf bring it.`;
  const detail = isThere ? (advice ?? `svc/svc ${version} in ${folder}`) : absent;
  return row('provider', isThere && advice === undefined, detail, false);
}

/** @param kind of the credential, never its value */
export function platformRows(baseUrl: string, kind: string, examination: Examination): readonly Row[] {
  const { failure, platformTime } = examination;
  const tls = baseUrl.startsWith('https:') ? 'its certificate is trusted' : 'plain HTTP on this machine';
  const isReached = failure === undefined;
  return [
    row('credential', isReached || undefined, kind),
    row('platform', isReached, isReached ? `${baseUrl}, ${tls}` : wordsOf(failure)),
    clock(platformTime),
  ];
}

function clock(time: PlatformTime | undefined): Row {
  const absent = 'no response with a Date header. Rotations follow the clock of this machine';
  if (time === undefined) return row('clock', undefined, absent, false);
  const ahead = secondsAhead(time);
  const words = `this machine is ${Math.abs(ahead)} seconds ${ahead < 0 ? 'behind' : 'ahead of'} the platform`;
  return row('clock', Math.abs(ahead) <= 60, words, false);
}

/** What happened and what to do, in the provider's words. */
function wordsOf(error: unknown): string {
  const isKnown = [PlatformError, Refused, InvalidOption].some(type => error instanceof type);
  if (isKnown) return explain(error, { subject: 'doctor', action: 'configure' }).detail;
  return error instanceof Error ? error.message : String(error);
}
