import { createWithKey } from '@feedback/client';

/**
 * An idempotency key derived from the content of a write: an agent that repeats a call, after a timeout or an
 * approval, creates one object instead of two.
 */
export async function deriveKey(...parts: unknown[]): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(parts));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return `mcp-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Creates an object with a derived key, again if its deletion was scheduled since. */
export async function createOnce<Made>(
	parts: unknown[],
	create: (key: { idempotencyKey?: string }) => Promise<Made>,
	previewDeletion: (made: Made) => Promise<{ scheduled: unknown }>,
): Promise<Made> {
	return createWithKey(
		await deriveKey(...parts),
		create,
		async (made) => (await previewDeletion(made)).scheduled !== null,
	);
}
