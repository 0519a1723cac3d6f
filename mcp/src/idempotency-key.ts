/**
 * An idempotency key derived from the content of a write: an agent that repeats a call, after a timeout or an
 * approval, creates one object instead of two.
 */
export async function deriveKey(...parts: unknown[]): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(parts));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return `mcp-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Creates an object with a derived key. The service repeats the first result of a key even if the object was deleted
 * since; then it is created with a new key.
 */
export async function createOnce<Made>(
	parts: unknown[],
	create: (key: { idempotencyKey?: string }) => Promise<Made>,
	previewDeletion: (made: Made) => Promise<{ scheduled: unknown }>,
): Promise<Made> {
	const made = await create({ idempotencyKey: await deriveKey(...parts) });
	return (await isGone(() => previewDeletion(made))) ? create({}) : made;
}

// It was created, so a check that fails is no failure of the call.
async function isGone(previewDeletion: () => Promise<{ scheduled: unknown }>): Promise<boolean> {
	try {
		return (await previewDeletion()).scheduled !== null;
	} catch {
		return false;
	}
}
