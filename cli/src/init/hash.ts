import { createHash } from 'node:crypto';

/** What a file is known by. */
export function hashOf(bytes: Uint8Array | string): string {
	return createHash('sha256').update(bytes).digest('hex');
}
