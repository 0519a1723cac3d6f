import type { ManageRequest } from './manage-request.ts';

/** Identifies an operation with its whole input. */
export async function hashRequest(
	name: ManageRequest['name'],
	input: object,
): Promise<Uint8Array<ArrayBuffer>> {
	const text = new TextEncoder().encode(JSON.stringify([name, input]));
	return new Uint8Array(await crypto.subtle.digest('SHA-256', text));
}
