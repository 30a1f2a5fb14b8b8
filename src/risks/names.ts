/**
 * Names of the risks of a plan, the most severe first. A report lists them in this order, and `--fail-on` takes them. They
 * are stable: pipelines name them.
 */
export const riskNames = [
  'unrestricted-key',
  'self-revoke',
  'literal-secret',
  'takeover',
  'host-changed',
  'widened-scope',
  'live-key',
  'key-revoked',
  'endpoint-removed',
  'endpoint-replaced',
  'secret-changed',
  'key-rotated',
  'events-removed',
  'drift',
] as const;

export type RiskName = (typeof riskNames)[number];

export const severities = ['critical', 'high', 'medium'] as const;

export type Severity = (typeof severities)[number];

/** `critical`: access without limits, or a way to it. `high`: access or deliveries move. `medium`: work for others. */
export const severityOf: Readonly<Record<RiskName, Severity>> = {
  'unrestricted-key': 'critical',
  'self-revoke': 'critical',
  'literal-secret': 'critical',
  takeover: 'high',
  'host-changed': 'high',
  'widened-scope': 'high',
  'live-key': 'high',
  'key-revoked': 'high',
  'endpoint-removed': 'high',
  'endpoint-replaced': 'medium',
  'secret-changed': 'medium',
  'key-rotated': 'medium',
  'events-removed': 'medium',
  drift: 'medium',
};
