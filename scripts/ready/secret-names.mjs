/**
 * Variables with secrets of a release. Tests and builds run code of many packages, so they must not see them. The list is
 * here, because `scripts/ready.mjs` may use only Node.js itself. A test compares it with the publishing steps.
 */
export const secretNames = [
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GPG_PASSPHRASE',
  'GPG_PRIVATE_KEY',
  'MAVEN_GPG_PRIVATE_KEY',
  'MAVEN_GPG_PRIVATE_KEY_PASSPHRASE',
  'MAVEN_PASSWORD',
  'MAVEN_USERNAME',
  'NPM_TOKEN',
  'NUGET_API_KEY',
  'TWINE_PASSWORD',
  'TWINE_USERNAME',
];
