/**
 * Returns a column of `ps` for one process, on systems without /proc. Its modules are loaded on demand; otherwise every
 * plan would pay for them.
 *
 * @throws {Error} if there is no such process
 */
export async function processColumn(column: 'args' | 'lstart' | 'ppid', pid: number): Promise<string> {
  const [{ execFile }, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:util'),
  ]);
  const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
  return stdout.trim();
}
