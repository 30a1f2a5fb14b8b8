import { userInfo } from 'node:os';

/**
 * Returns the home folder of Terraform and OpenTofu: HOME, or the system's if HOME is empty. `os.homedir()` is empty then, which
 * would be the working directory. Undefined if the system has none: a container may run a user number without an entry.
 */
export function homeFolder(environment: { readonly [name: string]: string | undefined }): string | undefined {
  if (environment['HOME']) return environment['HOME'];
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}
