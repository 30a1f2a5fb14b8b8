/** Raised if a field of the report goes or changes its meaning. A file of its own: the command needs no schema. */
export const reportVersion = 3;
