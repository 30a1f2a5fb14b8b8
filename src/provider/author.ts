import { authorFor } from '../plugin/define/definition';
import type { Platform } from './platform';

/** `resource`, `dataSource` and `provider`, typed with the client that handlers receive. */
export const { resource, dataSource, provider } = authorFor<Platform>();
