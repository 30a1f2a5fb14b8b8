import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { keysIn } from '../../client/contract/catalogue';
import { Blanking } from '../../report/blanking';
import { diagnosticsIn, type Output, saidOf } from '../../report/diagnostics';
import { makeReport } from '../../report/make-report';
import type { Report } from '../../report/model';
import { type Gate, riskNames } from '../../risks/names';
import { enforceGates, GateHit, gates } from './gate';
import { policyOptions } from './policy';
import { readPlan, stackOf } from './read-plan';
import { writeReport } from './write-report';

/** The formats of a report beside its page. Each renders the same model, and is loaded when it is asked for. */
const renderers = {
  markdown: async () => (await import('../../report/markdown/render-markdown')).renderMarkdown,
  /** As it is documented in docs/report.schema.json. */
  json: async () => report =>
    `${JSON.stringify(report, (name, value) => (name === 'parts' ? undefined : value))}\n`,
} satisfies Record<string, () => Promise<(report: Report) => string>>;

interface ReportFlags {
  readonly format: keyof typeof renderers;
  readonly failOn?: readonly Gate[];
  readonly policy?: string;
  readonly acceptedRisks?: string;
  readonly diagnostics?: string;
  readonly drift?: boolean;
  readonly onlyDue?: string;
  readonly out?: string;
  readonly html?: string;
  readonly key?: string;
  readonly context?: Context;
}

const examples = `
Risks, the most severe first:
  ${riskNames.join(', ')}

--fail-on also takes policy: a resource breaks a rule of --policy, or nobody can judge it yet.

Exit codes: 0 fine, 1 failed, 2 wrong use, 3 a risk of --fail-on was found, 4 not --only-due.

Examples:
  $ terraform plan -out=plan && npx --no cdktf-provider-svc report plan
  $ terraform show -json plan | npx --no cdktf-provider-svc report - --format json
  $ npx --no cdktf-provider-svc report cdktf.out/stacks/prod/plan --fail-on unrestricted-key,host-changed
  $ npx --no cdktf-provider-svc report cdktf.out/stacks/prod/plan --policy policy.json --fail-on policy
  $ terraform plan -refresh-only -out=drift && npx --no cdktf-provider-svc report drift --drift --fail-on drift
`;

export function reportCommand(): Command {
  return new Command('report')
    .description('Describe a plan in a reviewer’s words, risks first, without any secret.')
    .argument('<plan>', 'saved plan, JSON of `terraform show -json`, or - for that JSON from standard input')
    .addOption(
      new Option('--format <name>', 'format of the report')
        .choices(Object.keys(renderers))
        .default('markdown'),
    )
    .option('--fail-on <risks>', 'exit with 3 if the plan has one of these risks, with commas between', gates)
    .option('--policy <file>', 'hold the plan to the rules of a policy, as JSON')
    .option(
      '--accepted-risks <file>',
      'let pass what these entries accept, and show it (default: accepted-risks.json, if it is here)',
    )
    .option('--diagnostics <file>', 'show what this provider said, from the output of `terraform plan -json`')
    .option('--drift', 'report a refresh-only plan: what changed outside Terraform')
    .option(
      '--only-due <plan>',
      'exit with 4 if more than time has made the plan, by this second one, made with -refresh=false',
    )
    .option('--out <file>', 'write the report there; - is standard output, as without it')
    .option('--html <file>', 'write the whole report there, too, as a page')
    .option(
      '--key <name>',
      'name the stack in the comment and its hidden marker (default: the cdktf stack)',
      markerKey,
    )
    .option(
      '--context <name=value>',
      'say where the report was made: commit=SHA, run=URL, report=URL (an artefact); may be repeated',
      contextWith,
    )
    .addHelpText('after', examples)
    .action(run);
}

async function run(file: string, flags: ReportFlags, command: Command): Promise<void> {
  if (flags.failOn?.includes('policy') && flags.policy === undefined)
    command.error('error: --fail-on policy takes --policy FILE, whose rules the plan is held to.');
  // A refresh-only plan lists no resource that a policy could be held against.
  if (flags.failOn?.includes('policy') && flags.drift)
    command.error('error: --fail-on policy takes a whole plan, and --drift a refresh-only one.');
  const { diagnostics } = flags;
  const read = diagnostics === undefined ? undefined : readFile(diagnostics, 'utf8').then(diagnosticsIn);
  const said = await read?.catch(error => withoutReport(file, flags, undefined, error));
  const report = await judge(file, flags, said).catch(error => withoutReport(file, flags, said, error));
  const render = await renderers[flags.format]();
  await writeReport(flags.out, render(report));
  if (flags.html !== undefined) {
    const { renderHtml } = await import('../../report/html/render-html');
    await writeReport(flags.html, renderHtml(report));
  }
  enforceGates(report);
  if (report.onlyDue === false)
    throw new GateHit('--only-due: the plan has more than what time has made.', 4);
}

/** A comment is made of the file of --out. Without a report, the file says so: the comment of an earlier plan is stale. */
async function withoutReport(
  file: string,
  { format, out, ...flags }: ReportFlags,
  said: Output = diagnosticsIn(''),
  error: unknown,
): Promise<never> {
  if (format === 'markdown' && out !== undefined) {
    const { renderFailure } = await import('../../report/markdown/render-markdown');
    const shown = new Blanking([process.env['SVC_API_KEY'] ?? '', ...keysIn(JSON.stringify(said))]);
    const about = { key: keyOf(file, flags), context: flags.context, ...saidOf(said, shown) };
    await writeReport(out, renderFailure(about));
  }
  throw error;
}

const keyOf = (file: string, { key }: Pick<ReportFlags, 'key'>) => key ?? stackOf(file) ?? 'default';

async function judge(
  file: string,
  { drift = false, policy, acceptedRisks, onlyDue, context, ...flags }: ReportFlags,
  diagnostics: Output | undefined,
): Promise<Report> {
  const policies = await policyOptions({ policy, acceptedRisks, plan: file });
  const plan = await readPlan(file);
  return makeReport(plan, {
    key: keyOf(file, flags),
    context,
    mode: drift ? 'drift' : 'changes',
    ownKey: process.env['SVC_API_KEY'],
    gates: flags.failOn ?? [],
    ...policies,
    withoutRefresh: onlyDue === undefined ? undefined : await readPlan(onlyDue),
    diagnostics,
  });
}

function markerKey(text: string): string {
  if (/^[\w./-]{1,100}$/.test(text)) return text;
  throw new InvalidArgumentError('It takes letters, digits and . _ / - alone, 100 at most.');
}

type Context = NonNullable<Report['context']>;

/** Texts that stand in a comment as they are. An address with a user or a password is none of these. */
const forms: Readonly<Record<keyof Context, RegExp>> = {
  commit: /^[0-9a-f]{7,64}$/,
  run: /^https?:\/\/[\w.~:/?#%&=+,;-]{1,500}$/,
  report: /^https?:\/\/[\w.~:/?#%&=+,;-]{1,500}$/,
};

const isName = (name: string): name is keyof Context => Object.hasOwn(forms, name);

function contextWith(text: string, before: Context = {}): Context {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  if (isName(name) && forms[name].test(value)) return { ...before, [name]: value };
  throw new InvalidArgumentError(
    'It takes commit=SHA, run=URL or report=URL, each with an option of its own.',
  );
}
