import { Testing } from 'cdktf';
import { expect } from 'vitest';

/** cdktf registers its matchers with the global `expect` of Jest, whose interface vitest shares. */
Object.assign(globalThis, { expect });
Testing.setupJest();

interface ConstructClass {
  readonly tfResourceType: string;
}

declare module 'vitest' {
  interface Matchers<T> {
    toHaveResource(construct: ConstructClass): T;
    toHaveResourceWithProperties(construct: ConstructClass, properties: Record<string, unknown>): T;
    toHaveDataSource(construct: ConstructClass): T;
    toHaveProviderWithProperties(construct: ConstructClass, properties: Record<string, unknown>): T;
  }
}
