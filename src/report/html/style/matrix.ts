/** Head and first column stay in view while the region scrolls. `scroll-padding` keeps focused links clear of both. */
export const matrix = `
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.1rem; margin-bottom: 0.6rem; color: var(--soft); font-size: 0.8125rem; }
.swatch { display: inline-block; width: 1.4rem; border-radius: 4px; text-align: center; font-weight: 700;
  background: var(--tone-back); color: var(--tone); border: 1px solid var(--tone-line); }
.region { position: relative; max-height: 85vh; overflow: auto; border: 1px solid var(--line); border-radius: 10px;
  scroll-padding: 5rem 1rem 1rem 18rem; }
.region:focus-visible { outline-offset: -3px; border-radius: 10px; }
.matrix { border-collapse: separate; border-spacing: 0; width: 100%; font-size: 0.875rem; }
.matrix th { font-weight: 500; text-align: start; }
.matrix thead { position: sticky; top: 0; z-index: 3; }
.matrix thead th { background: var(--raised); vertical-align: bottom; padding: 0.5rem 0.3rem; text-align: center;
  border-bottom: 1px solid var(--line); }
.matrix thead bdi { writing-mode: vertical-rl; transform: rotate(180deg); max-block-size: 4rem; max-inline-size: 12rem;
  overflow-wrap: break-word; }
.matrix .corner { position: sticky; left: 0; z-index: 1; text-align: start; color: var(--soft); padding-left: 1rem; }
.matrix tbody th[scope=row] { position: sticky; left: 0; z-index: 2; width: 17rem; min-width: 17rem; max-width: 17rem;
  padding: 0.45rem 0.75rem 0.5rem 1rem; background: var(--canvas); border-bottom: 1px solid var(--line); }
.matrix tbody:last-child tr:last-child > * { border-bottom: 0; }
.matrix .group th { padding: 0.35rem 1rem; background: var(--raised); border-bottom: 1px solid var(--line); color: var(--soft); }
.matrix .group span { position: sticky; left: 1rem; }
.matrix .group small { margin-left: 0.4rem; font-size: inherit; }
.matrix .name { display: flex; justify-content: space-between; align-items: baseline; gap: 0.75rem; font-weight: 600; }
.matrix .name a { color: var(--text); }
.matrix .under { display: block; color: var(--soft); font-size: 0.8125rem; }
.matrix .name .sign { font-size: 0.8125rem; white-space: nowrap; color: var(--tone); }
.matrix .name .quiet { font-weight: 500; }
.matrix th .badge { display: inline-block; margin-top: 0.2rem; }
.matrix td { text-align: center; border-bottom: 1px solid var(--line); padding: 0.3rem; color: var(--soft); }
.matrix td i { display: inline-block; min-width: 1.9rem; font-style: normal; font-weight: 700; border-radius: 6px;
  border: 1px solid transparent; }
.matrix td:empty::before { content: "·"; opacity: 0.6; }
.matrix td.kept { color: var(--text); }
.matrix td.kept i { font-weight: 500; }
.matrix td.added i, .matrix td.removed i, .matrix td.unknown i { background: var(--tone-back); color: var(--tone);
  border-color: var(--tone-line); }
.matrix td.band { text-align: start; padding: 0.3rem 0.6rem; border-left: 1px solid var(--line); }
.unrestricted { position: sticky; left: 17.5rem; display: inline-block; padding: 0.3rem 0.9rem; border-radius: 6px; }
.unrestricted.added { background: var(--critical-back); border: 2px solid var(--critical-back); color: var(--critical); }
.unrestricted.kept { background: var(--removed-back); border: 2px solid var(--critical-back); color: var(--removed); }
.unrestricted.removed { border: 2px dashed var(--removed-line); color: var(--removed); }
.unrestricted.added, .unrestricted.kept { display: block; position: static; }
.unrestricted > * { position: sticky; left: 18.5rem; }
.unrestricted strong { letter-spacing: 0.05em; }
@media (max-width: 40rem) {
  .matrix tbody th[scope=row] { width: 9.5rem; min-width: 9.5rem; max-width: 9.5rem; padding-left: 0.75rem; }
  .matrix .under code { display: none; }
  .matrix .corner { padding-left: 0.75rem; }
  .region { scroll-padding-left: 10rem; }
  .matrix .name { display: block; }
  .matrix .name .sign { display: block; }
  .unrestricted, .unrestricted.added, .unrestricted.kept { display: inline-block; position: sticky; left: 10rem;
    max-width: calc(100vw - 13rem); }
  .unrestricted > * { position: static; }
}
`;
