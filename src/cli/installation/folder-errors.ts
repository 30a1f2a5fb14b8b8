const codes = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ELOOP',
]);

/** Reads or changes a plugin folder. Explains the error of a folder that cannot be read or changed. */
export function withFolderErrors<Result>(folder: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && codes.has(String(error.code)))) throw error;
    throw new Error(
      `${folder} could not be used (${error.message}). Make it a folder that you can write, and run the command again, or ` +
        'choose another one with --dir.',
      { cause: error },
    );
  }
}
