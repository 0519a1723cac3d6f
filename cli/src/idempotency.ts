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

/**
 * Creates an object with the user's key, or with a derived one. The service repeats the first result of a key even if
 * the object was deleted since: then a derived key is replaced by a new one.
 */
export async function createOnce<Made>(
	{ given, parts }: { given: string | undefined; parts: unknown[] },
	create: (options: CallOptions) => Promise<Made>,
	isGone: (made: Made) => Promise<boolean>,
): Promise<Made> {
	const made = await create({ idempotencyKey: given ?? deriveKey(...parts) });
	if (given !== undefined || !(await checkGone(() => isGone(made)))) return made;
	return create({});
}

// It was created, so a check that fails is no failure of the command.
async function checkGone(isGone: () => Promise<boolean>): Promise<boolean> {
	try {
		return await isGone();
	} catch {
		return false;
	}
}
