import { authorFor } from '../plugin/define/definition';
import type { Platform } from './platform';

/** The words that definitions are written in, with the platform's client as what their handlers are given. */
export const { resource, dataSource, provider } = authorFor<Platform>();
