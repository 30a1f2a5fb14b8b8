/** undici as far as a direct connection needs it, in one import: each file of the bundle costs a start its share. */
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as HttpConnection } from 'undici/lib/dispatcher/client.js';
