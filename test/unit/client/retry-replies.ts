import { json, type Reply, raw } from './loopback-platform';

export const emptyList = json(200, { data: [], next_cursor: null });
export const seconds = (count: number): Reply => raw(429, '', { 'retry-after': String(count) });
