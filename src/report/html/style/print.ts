/**
 * Paper does not scroll: every table is whole, and folded parts stand open where the browser can open them by style.
 */
export const print = `
@page { margin: 14mm 12mm; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  .skip, .change > summary::after { display: none !important; }
  section { margin-top: 1.2rem; }
  .card, .matrix tr { break-inside: avoid; }
  .heading, .legend { break-after: avoid; }
  .region { max-height: none; overflow: visible; border: 0; }
  .matrix { font-size: 8pt; }
  .matrix thead, .matrix tbody th[scope=row], .matrix .corner, .matrix .group span, .unrestricted, .unrestricted > * {
    position: static; }
  .matrix thead th { min-width: 0; max-width: 6rem; padding: 0.2rem; }
  .matrix tbody th[scope=row] { width: auto; min-width: 0; }
  .badge, h1 strong, .mark, .matrix td i, .unrestricted, .differences dd, .swatch {
    print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details::details-content { content-visibility: visible; height: auto; }
}
@supports not selector(::details-content) {
  @media print { .print-hint { display: block; } }
}
`;
