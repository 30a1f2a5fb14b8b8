/** What to do about a list whose end cannot be told. */
export const ifListsAreWhole =
  'If the lists of this platform are whole without next_cursor, set lists_are_whole = true in the provider block (adopt: ' +
  '--lists-are-whole).';
