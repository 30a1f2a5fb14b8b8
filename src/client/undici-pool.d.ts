/** undici's own types cover its index only; the pool alone loads in a third of the index's time. */
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
