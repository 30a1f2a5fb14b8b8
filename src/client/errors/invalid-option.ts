/** An option of `createClient` that cannot be used. The message never shows the value. */
export class InvalidOption extends Error {
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}.`);
    this.name = 'InvalidOption';
    this.option = option;
  }
}
