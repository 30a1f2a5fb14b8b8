import type { ISynthesisSession } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The hook with which cdktf's TerraformAsset writes files beside a stack. cdktf does not export it. */
const customSynthesis = Symbol.for('cdktf/customSynthesis');

/**
 * Runs a function in each synthesis that writes files: after the validations, before the JSON of the stack exists.
 * cdktf visits the children of a construct before the construct. A hook that is there stays: a program may have two copies
 * of this package.
 */
export function onSynthesis(construct: IConstruct, act: (session: ISynthesisSession) => void): void {
  const before: { onSynthesize(session: ISynthesisSession): void } | undefined = Reflect.get(
    construct,
    customSynthesis,
  );
  Object.defineProperty(construct, customSynthesis, {
    value: {
      onSynthesize: (session: ISynthesisSession) => {
        before?.onSynthesize(session);
        act(session);
      },
    },
    configurable: true,
  });
}
