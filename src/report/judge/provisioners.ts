import { name, own } from '../phrase';
import { FoundRisk } from './found';
import { actionOf, type Judging } from './judging';
import type { OwnSecrets } from './own-secrets';
import { foundIn } from './shown-secrets';

/** Finds what runs provisioners. A plan does not tell those of a destruction from those of a creation. */
export function provisionerRisks(judging: Judging, secrets: OwnSecrets): readonly FoundRisk[] {
  const { plan, shown } = judging;
  return plan.changes.flatMap(object => {
    const block = plan.configuration.blocks.get(object.block);
    const isRunning = ['create', 'delete', 'replace'].includes(actionOf(object));
    if (block === undefined || !isRunning || block.provisioners.length === 0) return [];
    const { address } = object;
    if (
      secrets.areShownIn(block.provisioners, undefined) ||
      secrets.areUsedIn(block.provisioners, block.scope, block)
    )
      return [foundIn('secret-shown', address, judging, 'provisioner')];
    const render = () => [name(shown.address(address)), own(' runs provisioners')];
    return [new FoundRisk('provisioner-runs', address, render, unjudged)];
  });
}

const unjudged = 'Nobody has judged their commands. Read them in the configuration.';
