/**
 * A key for a write whose repetition can only mean the same: an agent that repeats a call, because no answer came
 * or because a person approved it meanwhile, gets one thing and not two.
 */
export async function deriveKey(...parts: unknown[]): Promise<string> {
	const bytes = new TextEncoder().encode(JSON.stringify(parts));
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return `mcp-${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
