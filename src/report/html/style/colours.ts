const light = `
  --canvas: #ffffff; --raised: #f6f8fa; --line: #d4dae1; --text: #1b2430; --soft: #56606c; --accent: #0b57c2;
  --added: #0f6129; --added-back: #e2f6e6; --added-line: #8fd19e;
  --removed: #a3141f; --removed-back: #ffecea; --removed-line: #f2aca8;
  --changed: #744700; --changed-back: #fff3d1; --changed-line: #e6c77a;
  --high: #8a3a00; --high-back: #ffeee0; --high-line: #f0b98a;
  --critical: #ffffff; --critical-back: #b3222e; --critical-line: #b3222e;`;

const dark = `
  --canvas: #0e131a; --raised: #161d27; --line: #303b49; --text: #e4ebf3; --soft: #9daab8; --accent: #74b3ff;
  --added: #5fd67a; --added-back: #10281a; --added-line: #24663a;
  --removed: #ff928c; --removed-back: #331618; --removed-line: #7a3036;
  --changed: #e8ba5f; --changed-back: #2c2411; --changed-line: #66511f;
  --high: #ffb37c; --high-back: #33200f; --high-line: #7a4a22;
  --critical: #ffffff; --critical-back: #bf2f3b; --critical-line: #d9515c;`;

/** Paper is light, whatever the screen is. In a matrix, what is gained is a warning, and what is lost is neutral. */
export const colours = `
:root { color-scheme: light dark; ${light}
}
@media screen and (prefers-color-scheme: dark) { :root {${dark}
} }
.added { --tone: var(--added); --tone-back: var(--added-back); --tone-line: var(--added-line); }
.removed { --tone: var(--removed); --tone-back: var(--removed-back); --tone-line: var(--removed-line); }
.changed, .medium, .unknown { --tone: var(--changed); --tone-back: var(--changed-back); --tone-line: var(--changed-line); }
.high { --tone: var(--high); --tone-back: var(--high-back); --tone-line: var(--high-line); }
.critical { --tone: var(--critical); --tone-back: var(--critical-back); --tone-line: var(--critical-line); }
td.added, .swatch.added { --tone: var(--high); --tone-back: var(--high-back); --tone-line: var(--high-line); }
td.removed, .swatch.removed { --tone: var(--soft); --tone-back: var(--raised); --tone-line: var(--line); }
.quiet, .kept, .absent { --tone: var(--soft); --tone-back: var(--raised); --tone-line: var(--line); }
`;
