/** Says one line to whoever waits. */
export type Progress = (line: string) => void;
