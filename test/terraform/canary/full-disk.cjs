// Preloaded into the provider: the disk is full whenever a login is to be stored.
const fs = require('node:fs');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (!String(to).endsWith('credentials.json')) return renameSync(from, to);
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
};
