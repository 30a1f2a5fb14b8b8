/**
 * Removes the command that @jahed/terraform puts into node_modules/.bin. `npm run` and `npx` search that folder
 * before PATH. So `npx cdktf deploy` would run it instead of the user's Terraform. We call the package directly if
 * no other Terraform is found (scripts/pinned-terraform.ts).
 */
import { rmSync } from 'node:fs';

for (const suffix of ['', '.cmd', '.ps1']) rmSync(`node_modules/.bin/terraform${suffix}`, { force: true });
