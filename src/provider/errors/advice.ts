/** What to do about a list whose end cannot be told. */
export const ifListsAreWhole =
  'If the lists of this platform are whole without next_cursor, set lists_are_whole = true in the provider block (adopt: ' +
  '--lists-are-whole).';

/** The command that starts a sandbox and sets its variables. Terraform does not wrap indented lines, so users can copy it. */
export const startSandbox = '\n\n    eval "$(npx --no cdktf-provider-svc sandbox --background)"';
