/** What to do about a list whose end cannot be told. */
export const ifListsAreWhole =
  'If the lists of this platform are whole without next_cursor, set lists_are_whole = true in the provider block (adopt: ' +
  '--lists-are-whole).';

/** The command that starts a sandbox and sets its variables. Terraform does not wrap indented lines, so users can copy it. */
export const startSandbox = '\n\n    eval "$(npx --no cdktf-provider-svc sandbox --background)"';

/** What to do where the engine cannot start the HTTP client. */
export const runsWebAssembly =
  'The HTTP client needs it. With a limit of virtual memory (ulimit -v, LimitAS=), set ' +
  'SVC_NODE_OPTIONS=--disable-wasm-trap-handler. With --jitless in SVC_NODE_OPTIONS, remove that.';
