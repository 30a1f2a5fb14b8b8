import { actionOf } from './judge/judging';
import type { Note } from './model';
import { isKnownFormat, type Plan } from './plan/plan';
import { isOurs } from './plan/planned-object';
import type { ReportOptions } from './report-options';
import { unseenResources } from './unseen';

/** Returns what limits a report of this plan. */
export function notesOf(
  plan: Plan,
  { mode, takeovers, policy }: Pick<ReportOptions, 'mode' | 'policy' | 'takeovers'>,
): readonly Note[] {
  const changes = plan.changes.filter(object => !['none', 'read'].includes(actionOf(object)));
  const creates = changes.some(object => isOurs(object) && object.actions.includes('create'));
  const unseen = policy === undefined && plan.isComplete !== undefined ? 0 : unseenResources(plan);
  // OpenTofu's plan does not tell `complete`. A refresh-only plan lists no resource at all.
  const isWhole = plan.isComplete ?? (plan.changes.length === 0 || unseen === 0);
  const known: readonly (Note & { readonly applies: boolean })[] = [
    {
      applies: plan.isErrored,
      name: 'errored',
      sentence: 'Planning failed. This report shows a part of the changes, and the plan cannot be applied.',
    },
    {
      applies: !isWhole && !plan.isErrored,
      name: 'incomplete',
      sentence:
        'The plan leaves out resources: it was made with -target or -exclude, or some changes are deferred. ' +
        'This report does not show them.',
    },
    {
      applies: plan.isApplyable === false && !plan.isErrored && changes.length > 0,
      name: 'not-applyable',
      sentence: 'Terraform says that this plan cannot be applied.',
    },
    {
      applies: !isKnownFormat(plan.formatVersion),
      name: 'unknown-format',
      sentence: `The plan has the format ${plan.formatVersion}, which this version of the report does not know.`,
    },
    {
      applies: mode === 'drift' && changes.length > 0,
      name: 'not-refresh-only',
      sentence: 'This plan is not refresh-only, so its changes are not shown. Report it without --drift.',
    },
    {
      applies: policy !== undefined && unseen > 0,
      name: 'unseen-resources',
      sentence: `The plan does not list ${unseen} resources of this provider, which stay as they are. No policy is applied to them.`,
    },
    {
      applies: takeovers === undefined && creates && mode === 'changes',
      name: 'takeover-unseen',
      sentence: 'The report cannot tell whether the apply takes over objects of an interrupted run.',
    },
  ];
  return known.filter(({ applies }) => applies).map(({ name, sentence }) => ({ name, sentence }));
}
