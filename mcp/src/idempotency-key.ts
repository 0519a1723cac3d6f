/**
 * An idempotency key derived from the content of a write: an agent that repeats a call, after a timeout or an
 * approval, creates one object instead of two.
 */
export async function deriveKey(...parts: unknown[]): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(parts));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return `mcp-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
