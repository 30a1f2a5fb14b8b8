export const severities = ['critical', 'high', 'medium', 'low'] as const;

export type Severity = (typeof severities)[number];

/**
 * The risks of a plan with their severity, the most severe first. A report lists them in this order, and `--fail-on` takes
 * the names. They are stable: pipelines name them.
 *
 * `critical`: access without limits, or a way to it. `high`: access or deliveries move. `medium`: work for others. `low`: a
 * key that only reads, more events, silence about a degraded endpoint, a test of a receiver.
 */
export const severityOf = {
  'unrestricted-key': 'critical',
  'literal-secret': 'critical',
  'secret-shown': 'critical',
  'host-changed': 'high',
  'receiver-changed': 'high',
  'plain-http': 'high',
  'tenant-changed': 'high',
  'widened-scope': 'high',
  'unconfigured-scope': 'high',
  'key-issued': 'high',
  'endpoint-added': 'high',
  'key-revoked': 'high',
  'endpoint-removed': 'high',
  'every-object-gone': 'high',
  'endpoint-replaced': 'medium',
  'secret-changed': 'medium',
  'key-rotated': 'medium',
  'key-renamed': 'medium',
  'rotation-weakened': 'medium',
  'rotation-due': 'medium',
  'events-removed': 'medium',
  'key-imported': 'medium',
  'endpoint-imported': 'medium',
  'object-forgotten': 'medium',
  'secret-in-plan': 'medium',
  'secret-may-show': 'medium',
  'provisioner-runs': 'medium',
  'check-failed': 'medium',
  'unknown-name': 'medium',
  drift: 'medium',
  'events-added': 'low',
  'degradation-ignored': 'low',
  'action-invoked': 'low',
} as const satisfies Record<string, Severity>;

export type RiskName = keyof typeof severityOf;

const isRiskName = (name: string): name is RiskName => Object.hasOwn(severityOf, name);

export const riskNames: readonly RiskName[] = Object.keys(severityOf).filter(isRiskName);

/** A name that `--fail-on` takes: a risk, or `policy` for a resource that breaks a rule, or whose rule cannot be judged. */
export type Gate = RiskName | 'policy';

export const gateNames: readonly Gate[] = ['policy', ...riskNames];
