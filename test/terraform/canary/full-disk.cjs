// Preloaded into the provider: the disk is full whenever a login is to be stored.
const fs = require('node:fs');

const { rename } = fs;
/** @type {(from: import('node:fs').PathLike, to: import('node:fs').PathLike, done: import('node:fs').NoParamCallback) => void} */
const renameUnlessStore = (from, to, done) => {
  if (!String(to).endsWith('credentials.json')) return rename(from, to, done);
  done(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
};
fs.rename = Object.assign(renameUnlessStore, { __promisify__: rename.__promisify__ });
