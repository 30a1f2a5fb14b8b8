/** The CDK whose package this run of the suite is about: vitest's project `unit-cdktn` sets it. */
export const cdk = process.env['SVC_TEST_CDK'] ?? 'cdktf';
/** Folder of the package. */
export const packageFolder = cdk === 'cdktf' ? '.' : `dist/${cdk}`;
export const packageName = `${cdk}-provider-svc`;
