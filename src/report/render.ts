import { renderHtml } from './html/render-html';
import { renderMarkdown } from './markdown/render-markdown';
import type { Report } from './model';
import { renderJson } from './render-json';

/** The formats of a report. Each renders the same model. */
export const renderers = {
  markdown: renderMarkdown,
  html: renderHtml,
  json: renderJson,
} satisfies Record<string, (report: Report) => string>;

export type Format = keyof typeof renderers;
