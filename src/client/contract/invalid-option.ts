/** Error for an invalid option of `createClient`. The message never contains the value. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption';
  readonly option: string;
  /** Rest of the sentence after the option's name. */
  readonly problem: string;

  constructor(option: string, problem: string) {
    super(`${option} ${problem}.`);
    this.option = option;
    this.problem = problem;
  }
}
