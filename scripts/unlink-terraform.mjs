/**
 * Removes the command that @jahed/terraform puts into node_modules/.bin. `npm run` and `npx` search that folder
 * before PATH, so under `npx cdktf deploy` it would stand in for the Terraform that the user has installed. We
 * call the package ourselves, where no other Terraform is found (src/cli/terraform-binary.ts).
 */
import { rmSync } from 'node:fs';

for (const suffix of ['', '.cmd', '.ps1']) rmSync(`node_modules/.bin/terraform${suffix}`, { force: true });
