import { symlink } from 'node:fs/promises';
import { it } from 'vitest';
import { CdktfProject } from '../cdktf/cdktf-project';
import { followGuide } from '../cdktf/follow-guide';
import { newerNode, obstacle, tools } from '../harness/programs/cdktn-cli';

it('the guide for CDK Terrain goes from an empty folder to a deployment and back', async context => {
  const missing = await obstacle();
  if (missing !== undefined) {
    console.warn(`The guide for CDK Terrain is NOT tried here: ${missing}`);
    context.skip(missing);
  }
  const environment = { PATH: `${newerNode}:${process.env['PATH']}` };
  const project = await CdktfProject.create(environment, { cdks: ['cdktn'] });
  for (const installed of ['cdktn-cli', '.bin/cdktn'])
    await symlink(`${tools}/node_modules/${installed}`, `${project.folder}/node_modules/${installed}`);
  await followGuide(project);
});
