import { reportFile } from './plan-report';

/** Printed at the end. The commands work in a clone of this repository. */
export const whatNext = `What to try next

  The report of the repair:    ${reportFile} (open it in a browser)
  The stack you have seen:     examples/typescript/main.ts
  The same in HCL:             examples/hcl/main.tf

  Play with it yourself. Paste the line that the first command prints, then plan, deploy, and change something:

    npm run --silent sandbox -- --background
    export TF_VAR_signing_secret=only-for-trying
    npx cdktf diff
    npx cdktf deploy
    npm run --silent sandbox -- --stop

  For a project of your own:   README.md
  To let the platform fail:    docs/sandbox.md
`;
