import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

/** A value of YAML that GitHub turns into text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const texts = z.record(z.string(), text).default({});

const step = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: texts,
  env: texts,
  shell: z.string().optional(),
  'working-directory': z.string().optional(),
});

const defaults = z.object({ run: z.object({ 'working-directory': z.string().optional() }) }).optional();

const job = z.object({
  needs: z.union([z.string().transform(name => [name]), z.array(z.string())]).default([]),
  if: z.string().optional(),
  environment: z.string().optional(),
  permissions: texts,
  env: texts,
  outputs: texts,
  defaults,
  steps: z.array(step),
});

const workflow = z.object({ env: texts, defaults, jobs: z.record(z.string(), job) });

const compositeAction = z.object({
  inputs: z.record(z.string(), z.object({ default: text.optional() })).default({}),
  runs: z.object({ using: z.literal('composite'), steps: z.array(step) }),
});

export type Step = z.infer<typeof step>;
export type Job = z.infer<typeof job>;
export type Workflow = z.infer<typeof workflow>;
export type CompositeAction = z.infer<typeof compositeAction>;

export const readWorkflow = async (file: string): Promise<Workflow> =>
  workflow.parse(parse(await readFile(file, 'utf8')));

export const readAction = async (file: string): Promise<CompositeAction> =>
  compositeAction.parse(parse(await readFile(file, 'utf8')));
