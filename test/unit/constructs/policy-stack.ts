import type { TerraformStack } from 'cdktf';

/** What a policy has said about the constructs of a stack, apart from errors. */
export interface PolicyMessages {
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
}

/** The annotations of a stack, each with the path of its construct. cdktf-cli prints them. */
export function messagesOf(stack: TerraformStack): PolicyMessages {
  const all = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata.map(({ type, data }) => ({ type, text: `[${node.path}] ${data}` })));
  const ofType = (wanted: string) => all.filter(({ type }) => type === wanted).map(({ text }) => text);
  return { warnings: ofType('@cdktf/warn'), notes: ofType('@cdktf/info') };
}
