export const cards = `
.cards { border: 1px solid var(--line); border-radius: 10px; }
.card + .card { border-top: 1px solid var(--line); }
li.card, .card > summary { padding: 0.75rem 1rem; }
li.card, .change > summary { display: flex; gap: 0.85rem; align-items: baseline; }
.what { flex: 1; min-width: 0; display: block; }
.badge { flex: none; min-width: 6.4rem; padding: 0.05rem 0.6rem; border: 1px solid var(--tone-line); border-radius: 6px;
  background: var(--tone-back); color: var(--tone); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.badge > span { display: inline-block; min-width: 1rem; text-align: center; }
.sentence { display: block; }
.sentence::first-letter { text-transform: uppercase; }
.sentence code { padding: 0.08em 0.35em; border-radius: 5px; background: var(--raised); border: 1px solid var(--line); }
.detail { display: block; margin-top: 0.15rem; }
.where code { color: var(--soft); }
.reason { margin-top: 0.15rem; }
.reason q { font-style: italic; }
summary { cursor: pointer; list-style-position: inside; }
.change > summary { list-style: none; border-radius: 10px; }
.change > summary::-webkit-details-marker { display: none; }
.change > summary::after { content: ""; flex: none; width: 0.5rem; height: 0.5rem; align-self: center; margin: 0 0.25rem;
  border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(45deg); }
.change[open] > summary::after { transform: rotate(-135deg); }
.change > summary:hover { background: var(--raised); }
.inside:target { box-shadow: inset 3px 0 var(--accent); scroll-margin-top: 6rem; }
.mark { display: inline-block; margin-left: 0.5rem; padding: 0 0.5rem; border-radius: 5px; border: 1px solid var(--tone-line);
  background: var(--tone-back); color: var(--tone); font-size: 0.75rem; white-space: nowrap; }
.mark > span[aria-hidden] { margin-right: 0.3rem; }
.inside { padding: 0.75rem 1rem 1rem; border-top: 1px solid var(--line); }
.differences { margin-top: 0.6rem; font-size: 0.9375rem; }
.differences > div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 0.15rem 1rem;
  padding: 0.35rem 0; border-top: 1px solid var(--line); }
.differences > div:first-child { border-top: 0; }
.differences dt { grid-row: span 2; }
.differences dd { grid-column: 2; min-width: 0; padding: 0.05rem 0.5rem; border-radius: 5px; }
.differences dd.added, .differences dd.removed { background: var(--tone-back); color: var(--tone); }
.differences .sign { display: inline-block; width: 1.2rem; font-weight: 700; }
.forces { display: block; color: var(--changed); font-size: 0.8125rem; }
.more { margin-top: 0.75rem; }
.more > summary { width: fit-content; margin-bottom: 0.5rem; color: var(--accent); }
@media (max-width: 40rem) {
  li.card, .change > summary { flex-wrap: wrap; gap: 0.35rem; }
  li.card > .what { flex-basis: 100%; }
  .change > summary > .what { flex-basis: calc(100% - 2rem); }
  .badge { min-width: 0; }
  .differences > div { grid-template-columns: 1fr; }
  .differences dd { grid-column: 1; }
}
`;
