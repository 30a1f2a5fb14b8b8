import type { Report } from '../model';

/** Renders a report as one self-contained page. */
export function renderHtml(_report: Report): string {
  throw new Error('The HTML format is not built in.');
}
