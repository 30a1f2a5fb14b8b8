/**
 * Returns a page in the layout of Terraform's registry (https://developer.hashicorp.com/terraform/registry/providers/docs).
 *
 * @param subject undefined for the page of the provider, which the registry lists above all subcategories
 */
export function page(
  provider: string,
  subject: { readonly name: string; readonly kind: string } | undefined,
  description: string,
  example: string,
  sections: readonly string[],
): string {
  const heading = subject ? `${subject.name} (${subject.kind})` : `${provider} provider`;
  const inList = subject ? `${subject.name} ${subject.kind} - ${provider}` : heading;
  const head = [
    '---',
    `page_title: ${JSON.stringify(inList)}`,
    // The registry groups pages by subcategory. An empty one means no group: there are few pages.
    ...(subject ? ['subcategory: ""'] : []),
    // A block scalar: the text may contain quotes, colons and backquotes.
    'description: |-',
    `  ${firstSentence(description)}`,
    '---',
    '',
    `# ${heading}`,
    '',
    description,
    '',
    '## Example',
    '',
    '```terraform',
    example.trim(),
    '```',
    '',
  ];
  return `${[...head, ...sections].join('\n').trim()}\n`;
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;
}
