import { createHash } from 'node:crypto';
import type { CallOptions } from '@feedback/client';

/**
 * A key for a write whose repetition can only mean the same: a script that is run again gets the first
 * answer instead of a second thing.
 */
export function deriveKey(...parts: unknown[]): string {
	return `cli-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

/** The options of a call under a key; without one the client makes one up. */
export function withKey(idempotencyKey: string | undefined): CallOptions {
	return idempotencyKey === undefined ? {} : { idempotencyKey };
}
