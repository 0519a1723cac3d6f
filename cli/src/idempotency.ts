import { createHash } from 'node:crypto';
import type { CallOptions } from '@feedback/client';

/**
 * An idempotency key derived from the content of a write: a script that is run again receives the first result instead
 * of creating a second object.
 */
export function deriveKey(...parts: unknown[]): string {
	return `cli-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** Call options with a key; without one the client generates it. */
export function withKey(idempotencyKey: string | undefined): CallOptions {
	return idempotencyKey === undefined ? {} : { idempotencyKey };
}
