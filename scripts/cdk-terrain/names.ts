/**
 * The whole difference between the package for cdktf and its twin for CDK Terrain, as a rule over text: `cdktf` becomes
 * `cdktn`, and with it the name of the package. `cdktf.json`, `cdktf.out` and the symbols `cdktf/…` keep their names in
 * CDK Terrain. In the languages, the library has names of its own.
 */
const names: readonly (readonly [RegExp, string])[] = [
  // A folder of `npm run package`, and no symbol.
  [/\bdist\/packages\/cdktf\b/g, 'dist/packages/cdktn'],
  [/\bcom\.hashicorp\.cdktf\b/g, 'io.cdktn.cdktn'],
  [/\bgithub\.com\/hashicorp\/terraform-cdk-go\/cdktf\b/g, 'github.com/open-constructs/cdk-terrain-go/cdktn'],
  [/cdktf(?!\/|\.json\b|\.out\b)/g, 'cdktn'],
  [/Cdktf/g, 'Cdktn'],
  [/\bCDKTF\b/g, 'CDK Terrain'],
];

/** Returns a text of the package for cdktf as it is in the twin. */
export function toCdkTerrain(text: string): string {
  return names.reduce((renamed, [name, inTwin]) => renamed.replace(name, inTwin), text);
}
