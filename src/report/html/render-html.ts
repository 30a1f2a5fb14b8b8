import { createHash } from 'node:crypto';
import { html, type Markup, ownSource } from '../../words/markup';
import type { Report } from '../model';
import { changesSection, driftSection, placesOf } from './changes-sections';
import { pageHeader } from './header';
import { endpointsSection, keysSection } from './matrix-sections';
import { acceptedSection, policySection } from './policy-sections';
import { risksSection } from './risks-section';
import { cards } from './style/cards';
import { colours } from './style/colours';
import { layout } from './style/layout';
import { matrix } from './style/matrix';
import { print } from './style/print';

/** The page’s only style. Its hash stands in the Content-Security-Policy. */
const pageStyle = [colours, layout, cards, matrix, print].join('');

/** Renders a page without scripts that loads nothing: its policy admits its own style alone, by its hash. */
export function renderHtml(given: Report): string {
  // Several sections read the matrices, which are made when they are read.
  const report = { ...given };
  return `${
    html`${ownSource('<!DOCTYPE html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${report.plan.mode === 'drift' ? 'Drift report' : 'Plan report'}: ${report.key}</title>
<style>${ownSource(pageStyle)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<div class="page">${pageHeader(report)}
<main id="main" tabindex="-1">${sectionsOf(report)}
</main>
<footer>
<p>Made by <code>cdktf-provider-svc report</code>. Values that the plan marks as sensitive are not on this page.</p>
<p class="print-hint">Folded parts are printed only if they are open.</p>
</footer>
</div>
</body>
</html>`.source
  }\n`;
}

function sectionsOf(report: Report): readonly (Markup | undefined)[] {
  const places = placesOf(report.changes);
  return [
    risksSection(report),
    keysSection(report.keys, places),
    endpointsSection(report, places),
    policySection(report.policy),
    report.plan.mode === 'drift' ? undefined : changesSection(report),
    driftSection(report.drift),
    acceptedSection(report.accepted),
  ];
}

/** `frame-ancestors` would be ignored in a meta element. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
