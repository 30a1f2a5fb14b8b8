import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';

const version = '1.15.9';
const module = 'github.com/hashicorp/terraform';

/**
 * Compiles a Terraform that has `terraform query`, once, with Go. Its backends of the clouds are modules of their own, which
 * its module replaces by folders that it does not contain. So it is compiled without them, and `go install` refuses it.
 */
export async function newestTerraform(): Promise<string | undefined> {
  const folder = resolve(`.cache/terraform-${version}`);
  const program = join(folder, 'terraform');
  if (existsSync(program)) return program;
  try {
    const { stdout } = await execa('go', ['mod', 'download', '-json', `${module}@v${version}`]);
    await compile(JSON.parse(stdout).Dir, folder, program);
    return program;
  } catch (error) {
    console.log(
      `SKIPPED: Go compiles no Terraform ${version} here. ${error instanceof Error ? error.message : ''}`,
    );
    return undefined;
  }
}

async function compile(downloaded: string, folder: string, program: string): Promise<void> {
  const source = join(folder, 'source');
  await mkdir(folder, { recursive: true });
  await cp(downloaded, source, { recursive: true });
  // Files of Go's cache may not be written.
  for (const name of await readdir(source, { recursive: true })) await chmod(join(source, name), 0o755);
  leaveOut(
    join(source, 'internal/backend/init/init.go'),
    /backend(?:Azure|Consul|Cos|GCS|Kubernetes|OCI|OSS|Pg|S3)\b/,
  );
  leaveOut(join(source, 'go.mod'), /\/internal\/(?:backend\/remote-state\/\w+|legacy)\b/);
  const flag = `-ldflags=-X ${module}/version.dev=no`;
  await execa('go', ['build', '-mod=mod', flag, '-o', program, '.'], { cwd: source });
  await rm(source, { recursive: true });
}

function leaveOut(file: string, lines: RegExp): void {
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => !lines.test(line));
  writeFileSync(file, kept.join('\n'));
}
