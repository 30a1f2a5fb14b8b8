// Preloaded into the provider's process by tests that move its clock: a file says by how many days. The wire's
// certificates are dated by the performance clock, which stays as it is; everything else asks Date.
import { readFileSync } from 'node:fs';

const days = Number(readFileSync(process.env['SHIFTED_CLOCK_FILE'] ?? '', 'utf8'));
const now = Date.now;
Date.now = () => now() + days * 24 * 60 * 60 * 1000;
