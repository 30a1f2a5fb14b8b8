const reasons = {
  empty: 'The plan is empty: the file or the input has no content.',
  truncated:
    'The plan is cut off: it begins as JSON and does not end. Was the disk full, or was the command killed?',
  saved: 'Standard input takes the JSON of a plan, and this is a saved plan.',
  'no JSON': 'This is neither a saved plan nor its JSON.',
  'no plan': 'This is JSON, and no plan: it has no `format_version` with changes.',
  malformed:
    'This plan is damaged, or no plan of Terraform: `resource_changes` or `resource_drift` is no list, or an entry lacks ' +
    'its address, its type or its change.',
  state: 'This is a state, and no plan.',
  encrypted:
    'This plan is encrypted. Decrypt it by the tool that made it: run `tofu show -json PLAN` with its key.',
  huge: 'The plan is larger than 512 MiB, which no report can show.',
} as const;

const advice =
  'Make one with `terraform plan -out=PLAN` and give that file, or the output of `terraform show -json PLAN`.';

/** The plan cannot be read. The message repeats nothing of its content: that may be a secret. */
export const planUnreadable = (reason: keyof typeof reasons) => new Error(`${reasons[reason]}\n${advice}`);
