/** Prints one line about the progress. */
export type Progress = (line: string) => void;
