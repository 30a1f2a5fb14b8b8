/** A setting, variable or file that cannot be used. The message never has its value. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption';

  /** @param problem rest of the sentence after the option's name */
  constructor(
    readonly option: string,
    readonly problem: string,
  ) {
    super(`${option} ${problem}.`);
  }
}
