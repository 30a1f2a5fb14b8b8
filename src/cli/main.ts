#!/usr/bin/env node
import { run } from './run';
import { guardStandardOutput } from './standard-output';

guardStandardOutput();
void run(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
