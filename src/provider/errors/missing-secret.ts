/** A secret that was unknown at plan is absent at apply. */
export class MissingSecret extends Error {
  override readonly name = 'MissingSecret';
  constructor() {
    super('Neither secret nor secret_wo has a value.');
  }
}
