/** The parts of undici that a connection through a proxy needs. */
export { default as connect } from 'undici/lib/api/api-connect.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
