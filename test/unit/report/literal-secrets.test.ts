import { describe, expect, it } from 'vitest';
import { value } from './literal-secret-block';
import { literalSecretsOfModules } from './literal-secrets-of-modules';
import { literalSecretsOfVariables } from './literal-secrets-of-variables';
import { configuration, endpoint, endpointChange, planJson } from './plan-json';
import { reportOn, risksOf } from './report-on';

describe('literal-secret', () => {
  it.each([...literalSecretsOfVariables, ...literalSecretsOfModules])(
    'is judged for %s',
    (_, resource, root, fields, given, expected) => {
      const change = endpointChange({ actions: ['no-op'], before: endpoint(), after: endpoint(), ...fields });
      const json = planJson([change], { ...configuration(resource, {}, root), variables: given });
      const report = reportOn(json);
      expect(risksOf(report)).toEqual(expected);
      expect(JSON.stringify(report)).not.toContain(value);
    },
  );
});
