/**
 * Returns true if a reason says something. Blanks, invisible characters and punctuation alone say nothing. Unicode counts
 * fillers, which are drawn as nothing, among the letters.
 */
export const saysSomething = (reason: string): boolean =>
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(reason);
