import { authorFor } from '../plugin/define/author';
import type { Platform } from './connection/platform';

/** The functions for authors, typed with the client that handlers receive. */
export const { resource, list, dataSource, action, provider } = authorFor<Platform>();
