/** What this room uses of undici. A file of ours: in a bundle, a dynamic import of undici itself has a default export alone. */
export { buildConnector, Client, EnvHttpProxyAgent } from 'undici';
