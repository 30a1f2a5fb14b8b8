/** The provider's own rules forbid it. The words are for the user. */
export class Refused extends Error {
  override readonly name: string = 'Refused';

  /** @param summary about five words @param next what the user does about it @param providerWide a refresh reports it once */
  constructor(
    readonly summary: string,
    message: string,
    readonly next: string,
    readonly providerWide = false,
  ) {
    super(message);
  }
}
