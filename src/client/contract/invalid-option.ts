/** A setting, variable or file that cannot be used. The message never has its value. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption';

  /** @param option its name in the provider block, with its variable @param problem the rest of the sentence */
  constructor(option: string, problem: string) {
    super(`${option} ${problem}.`);
  }
}

/** The file of a person's logins cannot be used. The problem says what to do. */
export class UnusableLogins extends InvalidOption {}
