import type { Client } from '../client';
import { authorFor } from '../plugin/define/definition';

/** The words that definitions are written in, with the platform's client as what their handlers are given. */
export const { resource, dataSource, provider } = authorFor<Client>();
