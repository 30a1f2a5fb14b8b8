import {
  DefaultTokenResolver,
  StringConcat,
  TerraformElement,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import { at } from './values';

const mentionedVariable = /(?<![\p{ID_Continue}.-])var\.([\p{ID_Continue}-]+)/gu;

/**
 * Refuses, when cdktf validates the construct, a write-only value from a variable of the stack that is not ephemeral:
 * Terraform keeps a write-only argument out of plan and state, but records such a variable in each saved plan.
 */
export function refuseRecordedVariables(
  construct: TerraformResource,
  name: string,
  value: () => unknown,
): void {
  const validate = () => {
    const resolver = new DefaultTokenResolver(new StringConcat());
    const text = String(Tokenization.resolve(value(), { scope: construct, resolver }));
    const variables = [...text.matchAll(mentionedVariable)].map(([, variable = '']) => variable);
    const recorded = variables.find(variable => isRecorded(variable, TerraformStack.of(construct)));
    return recorded === undefined
      ? []
      : [
          `${construct.terraformResourceType}.${name}: The write-only value comes from the variable "${recorded}", which is not ephemeral: every saved plan would contain it. ` +
            'Instead, give an EphemeralVariable of this stack. A TerraformVariable of this stack becomes one by the ' +
            "line variable.addOverride('ephemeral', true).",
        ];
  };
  construct.node.addValidation({ validate });
}

function isRecorded(variable: string, stack: TerraformStack): boolean {
  const elements = stack.node.findAll().filter(TerraformElement.isTerraformElement);
  const declared = elements
    .filter(({ friendlyUniqueId }) => friendlyUniqueId === variable)
    .map(element => at(element.toTerraform(), 'variable', variable))
    .filter(declaration => declaration !== undefined);
  const isEphemeral = [...declared, at(stack, 'rawOverrides', 'variable', variable)].some(
    declaration => at(declaration, 'ephemeral') === true,
  );
  return declared.length > 0 && !isEphemeral;
}
