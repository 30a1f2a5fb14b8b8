import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Stage } from './stage';

/** The page stays there after the demo, so that it can be looked at. */
export const reportFile = join(__dirname, '..', '..', 'dist', 'demo', 'report.html');

const reportShape = z.object({ risks: z.array(z.object({ name: z.string() })) });

/** Writes the page of the last plan with the real command, and checks the risks that it names. */
export async function reportPlan({ narrator, project }: Stage): Promise<void> {
  await mkdir(dirname(reportFile), { recursive: true });
  await project.report('--format', 'html', '--out', reportFile);
  const { risks } = reportShape.parse(JSON.parse(await project.report('--format', 'json')));
  const names = [...new Set(risks.map(({ name }) => name))].sort();
  narrator.check('its risks are what happened to the endpoints', names, ['drift', 'endpoint-replaced']);
  narrator.say(`the page is ${reportFile}`);
}
