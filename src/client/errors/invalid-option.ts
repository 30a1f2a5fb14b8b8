/** An option of `createClient` that cannot be used. The message never shows the value. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption';
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}.`);
    this.option = option;
  }
}
