import { isId, isTimedId, toRecord } from '../json.ts';
import type { Owner } from '../messages.ts';
import type { Core } from './interface.ts';

/** The stored owner, if it is valid, or else the present one. */
export function toOwner({ readVisitor }: Core, stored: unknown): Owner {
	const { visitor, session } = toRecord(stored);
	return isId(visitor) && isTimedId(session) ? { visitor, session } : readVisitor();
}
