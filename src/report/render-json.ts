import type { Report } from './model';

/** Renders a report as it is documented in docs/report.schema.json. */
export const renderJson = (report: Report): string => `${JSON.stringify(report)}\n`;
