interface Title {
  readonly heading: string;
  /** Title in the registry's list of pages. */
  readonly inList: string;
  /** False for the page of the provider, which the registry lists above all subcategories. */
  readonly hasSubcategory: boolean;
}

export function titled(name: string, kind: string, provider: string): Title {
  return { heading: `${name} (${kind})`, inList: `${name} ${kind} - ${provider}`, hasSubcategory: true };
}

/** Returns a page in the layout of Terraform's registry (https://developer.hashicorp.com/terraform/registry/providers/docs). */
export function page(
  title: Title,
  description: string,
  example: string,
  sections: readonly string[],
): string {
  const head = [
    ...frontMatter(title, description),
    `# ${title.heading}`,
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

/** The registry groups pages by subcategory. An empty one means no group: there are few pages. */
function frontMatter({ inList, hasSubcategory }: Title, description: string): readonly string[] {
  return [
    '---',
    `page_title: ${JSON.stringify(inList)}`,
    ...(hasSubcategory ? ['subcategory: ""'] : []),
    // A block scalar: the text may contain quotes, colons and backquotes.
    'description: |-',
    `  ${firstSentence(description)}`,
    '---',
    '',
  ];
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, ' ') ?? text;
}
