/**
 * Returns a configuration without the arguments that are null or `[null]`. `cdktf plan` prints these for all that an
 * imported object lacks, and the JSON would be one that Terraform refuses.
 *
 * @internal
 */
export function withoutNulls<Config extends object>(config: Config): Config {
  const absent = Object.entries(config).filter(([, value]) => isNull(value));
  return absent.length === 0
    ? config
    : { ...config, ...Object.fromEntries(absent.map(([name]) => [name, undefined])) };
}

function isNull(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 1 && value[0] === null);
}
