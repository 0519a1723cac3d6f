import type { DestinationKind } from '@feedback/contract';

/** Kinds of destinations, in the order in which they are offered. */
export const kinds: readonly DestinationKind[] = ['slack', 'email', 'webhook'];
