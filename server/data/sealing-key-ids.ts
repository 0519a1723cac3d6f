import { createHash } from 'node:crypto';

import type { SealingKeys } from './secrets.ts';

/** Which keys a server has loaded, without revealing them. */
export type SealingKeyIds = { current: string; next: string | undefined };

/** The IDs of sealing keys; without any, the current one is derived from the secret of the service. */
export function sealingKeyIds({ current, next }: SealingKeys = { current: null }): SealingKeyIds {
	return { current: idOf(current), next: next === undefined ? undefined : idOf(next) };
}

function idOf(secret: string | null): string {
	if (secret === null) return 'derived';
	return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}
