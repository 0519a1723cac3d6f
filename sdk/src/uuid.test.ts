import { expect, it } from 'vitest';

import { uuidv7Schema, uuidv7Time } from '../../contract/src/ingest.ts';
import { mintId } from './uuid.ts';

it('creates UUIDs that the contract accepts, starting with their time', () => {
	for (const time of [0, 1, 1_700_000_000_000, 1_700_000_000_000.7, 2 ** 47]) {
		const id = mintId(time);
		expect(uuidv7Schema.safeParse(id).success).toBe(true);
		expect(uuidv7Time(id)).toBe(Math.floor(time));
	}
});

it('never creates the same UUID twice', () => {
	const ids = Array.from({ length: 10_000 }, () => mintId(1_700_000_000_000));
	expect(new Set(ids).size).toBe(10_000);
});
