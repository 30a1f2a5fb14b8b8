/** Milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** Returns whole days, below zero before the time. NaN if a time is unknown. All ages of keys and ends of overlaps are counted so. */
export const daysSince = (time: number, now: number): number => Math.floor((now - time) / day);
