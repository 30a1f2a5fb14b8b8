/** The parts of undici that this room uses. Not imported directly: esbuild gives a dynamic CommonJS import no named exports. */
export { Agent, fetch } from 'undici';
