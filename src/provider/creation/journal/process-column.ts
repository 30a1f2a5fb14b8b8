/**
 * A column of `ps` for one process, where the system has no /proc. Loaded when it is asked: each plan would pay for it.
 *
 * @throws {Error} when there is no such process
 */
export async function processColumn(column: 'args' | 'lstart', pid: number): Promise<string> {
  const [{ execFile }, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:util'),
  ]);
  const { stdout } = await promisify(execFile)('ps', ['-o', `${column}=`, '-p', String(pid)]);
  return stdout.trim();
}
