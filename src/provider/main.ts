// Not a static import: an old Node must be able to read this file, which then names the version it needs.
void import('./start');
