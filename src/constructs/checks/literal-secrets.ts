/** Says that a secret is a plain text, and what to do instead. */
export function literalFound(place = ''): string {
  const first = place === 'api_key' ? 'leave api_key out and set SVC_API_KEY in the environment, or ' : '';
  return (
    'is a literal; cdk.tf.json would contain it in plain text (the value is not shown). ' +
    `Instead, ${first}give a TerraformVariable with sensitive: true and without a default (a write-only argument takes ` +
    'an EphemeralVariable; the value comes from TF_VAR_<name>), or an attribute of a data source or of another resource, ' +
    'for example of a secrets manager.'
  );
}
