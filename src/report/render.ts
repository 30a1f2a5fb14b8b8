import type { Report } from './model';

/** The formats of a report beside its page. Each renders the same model, and is loaded when it is asked for. */
export const renderers = {
  markdown: async () => (await import('./markdown/render-markdown')).renderMarkdown,
  /** As it is documented in docs/report.schema.json. */
  json: async () => report =>
    `${JSON.stringify(report, (name, value) => (name === 'parts' ? undefined : value))}\n`,
} satisfies Record<string, () => Promise<(report: Report) => string>>;

export type Format = keyof typeof renderers;
