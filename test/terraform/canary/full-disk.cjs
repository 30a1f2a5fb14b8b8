// Preloaded into the provider: the disk is full whenever a login is to be stored.
const fs = require('node:fs');

const { rename } = fs;
fs.rename = (from, to, done) => {
  if (!String(to).endsWith('credentials.json')) return rename(from, to, done);
  done(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
};
