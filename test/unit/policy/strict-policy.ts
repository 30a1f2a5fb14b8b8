/** The rules that the tests of facts from a stack and from a plan share. */
export const strict = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read'],
  allowedHosts: ['hooks.example.com'],
  requireRotation: true,
  maxKeyAgeDays: 90,
  requireWriteOnlySecrets: true,
  maxEvents: 2,
};
