import type { Value } from '@feedback/contract/wire';

/**
 * Traits or event properties of any type whose values are strings, numbers, booleans or `null`: also interfaces, and
 * optional values, which are left out when they are `undefined`.
 */
export type ValuesOf<Given> = object & { [Key in keyof Given]: Value | undefined };
