import { it } from 'vitest';
import { onlyInWholeRun } from '../harness/extent';
import { CdktfProject } from './cdktf-project';
import { followGuide } from './follow-guide';

// The guide for CDK Terrain needs a newer Node.js: test/languages/cdktn-cli.test.ts follows it.
it('the guide for cdktf goes from an empty folder to a deployment and back', async context => {
  onlyInWholeRun(context);
  await followGuide(await CdktfProject.create(), 'cdktf');
});
