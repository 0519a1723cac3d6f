import { createHash } from 'node:crypto';

import { createWithKey, type CallOptions } from '@feedback/client';

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

/** Creates an object with the user's key, or with a derived one and a check that the object still exists. */
export function createOnce<Made>(
	{ given, parts }: { given: string | undefined; parts: unknown[] },
	create: (options: CallOptions) => Promise<Made>,
	isGone: (made: Made) => Promise<boolean>,
): Promise<Made> {
	if (given !== undefined) return create({ idempotencyKey: given });
	return createWithKey(deriveKey(...parts), create, isGone);
}
