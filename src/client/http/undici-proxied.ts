/** undici as far as a proxy needs it. */
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
