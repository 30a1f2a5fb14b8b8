import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from '../cdktf/cdktf-project';
import { testExamples } from './deploys-like-typescript';
import { toolchains } from './toolchains';

testExamples('cdktf');

it('a mistake in the program in Java is printed with the line of the user', async context => {
  const project = await CdktfProject.create({}, { language: 'java' });
  const obstacle = await toolchains['java']?.prepare(project, 'cdktf');
  if (obstacle !== undefined) return context.skip(obstacle);
  const file = path.join(project.folder, 'src/main/java/example/SecurityOperations.java');
  const program = await readFile(file, 'utf8');
  await writeFile(file, program.replace('List.of(EventType.INCIDENT_CREATED))', 'List.of("nonsense"))'));
  const { code, output } = await project.synthesize();
  expect(code).not.toBe(0);
  expect(output).toMatch(/example\.SecurityOperations\.<init> ?\(SecurityOperations\.java:\d+\)/);
});
