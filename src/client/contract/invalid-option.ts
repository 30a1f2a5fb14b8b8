/** An option of `createClient` that cannot be used. The message never shows the value. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption';
  readonly option: string;
  /** What follows the option's name in a sentence. */
  readonly problem: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}.`);
    this.option = option;
    this.problem = problem;
  }
}
