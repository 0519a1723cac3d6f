import { toNumber } from '../json.ts';
import type { Core } from './interface.ts';

/** Milliseconds since 1970 by the server's clock, as far as it is known. */
export function serverTime({ read }: Core): number {
	const offset = toNumber(read('offset'));
	return Math.max(0, Date.now() + (Math.abs(offset) < 1e13 ? offset : 0));
}
