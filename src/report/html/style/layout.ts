export const layout = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--canvas); color: var(--text); overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
}
.page { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: 2.25rem; line-height: 1.25; letter-spacing: -0.015em; }
h1 strong { display: inline-block; padding: 0.1em 0.5em; border: 1px solid var(--tone-line); border-radius: 0.3em;
  background: var(--tone-back); color: var(--tone); }
h1 span { display: block; margin-top: 0.5rem; font-size: 1.35rem; font-weight: 600; }
h2 { font-size: 1.2rem; line-height: 1.3; letter-spacing: -0.005em; }
code { font: 0.86em/1.4 ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; top: 0.5rem; padding: 0.5rem 1rem; background: var(--canvas); z-index: 9; }
.skip:focus { left: 0.5rem; }
.eyebrow { color: var(--soft); font-size: 0.875rem; font-weight: 600; margin-bottom: 0.25rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin-top: 1rem; color: var(--soft); font-size: 0.875rem; }
.facts div { display: flex; gap: 0.4rem; }
.facts dd { color: var(--text); }
.note { margin-top: 0.75rem; padding: 0.6rem 0.9rem; border: 1px solid var(--tone-line); border-radius: 8px;
  background: var(--tone-back); color: var(--tone); font-size: 0.9375rem; }
.facts + .note { margin-top: 1.25rem; }
section { margin-top: 2.5rem; }
.heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
.tally, .detail, .facts-line { color: var(--soft); font-size: 0.875rem; }
.calm { color: var(--added); }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.875rem; }
.print-hint { display: none; }
@media (max-width: 40rem) {
  .page { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; }
  h1 span { font-size: 1.15rem; }
}
`;
