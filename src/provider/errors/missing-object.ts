/** A data source names an object that the platform does not have. */
export class MissingObject extends Error {
  override readonly name = 'MissingObject';
  constructor(
    readonly kind: string,
    readonly id: string,
  ) {
    super(`The platform has no ${kind} ${JSON.stringify(id)}.`);
  }
}
