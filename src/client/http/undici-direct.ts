/** The parts of undici that a direct connection needs, in one import: each file in the bundle slows the start. */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as HttpConnection } from 'undici/lib/dispatcher/client.js';
