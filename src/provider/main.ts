// A static import would break here: an old Node must be able to read this file, which then names the required version.
void import('./start');
