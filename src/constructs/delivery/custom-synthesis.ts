import type { ISynthesisSession } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The hook with which cdktf's TerraformAsset writes files beside a stack. cdktf does not export it. */
const customSynthesis = Symbol.for('cdktf/customSynthesis');

type Act = (session: ISynthesisSession) => void;

/** The hooks of constructs that have one of ours. */
const hooks = new WeakMap<IConstruct, Act[]>();

/**
 * Runs a function in each synthesis that writes files: after the validations, before the JSON of the stack exists.
 * cdktf visits the children of a construct before the construct.
 *
 * @internal
 */
export function onSynthesis(construct: IConstruct, act: Act): void {
  const acts = hooks.get(construct);
  if (acts !== undefined) {
    acts.push(act);
    return;
  }
  const all = [...existing(construct), act];
  hooks.set(construct, all);
  Object.defineProperty(construct, customSynthesis, {
    value: {
      onSynthesize: (session: ISynthesisSession) => {
        for (const each of all) each(session);
      },
    },
    configurable: true,
  });
}

/** Keeps a hook that the construct's author has set. */
function existing(construct: IConstruct): Act[] {
  const hook: { onSynthesize(session: ISynthesisSession): void } | undefined = Reflect.get(
    construct,
    customSynthesis,
  );
  return hook === undefined ? [] : [session => hook.onSynthesize(session)];
}
