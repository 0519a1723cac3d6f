import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { findIssues } from './issues.ts';
import { limits } from './limits.ts';

const keys = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 0]));

const point = z.strictObject({ x: z.number(), y: z.number() });
const range = z.strictObject({ from: z.number() });
const shapes = z.strictObject({ at: z.union([point, range]) });

function find(schema: z.ZodType, value: unknown) {
	return findIssues(schema.safeParse(value, { reportInput: true }).error!);
}

describe('an object with thousands of unknown keys', () => {
	it('names the first, and counts the others', () => {
		const { issues, more } = find(range, { from: 0, ...keys(3_000) });
		expect(issues).toHaveLength(limits.issues);
		expect(issues[0]).toEqual({ path: ['k0'], message: 'is not known here' });
		expect(more).toBe(3_000 - limits.issues);
	});

	it('counts those of the closest shape only', () => {
		const { issues, more } = find(shapes, { at: { x: 0, y: 0, ...keys(3_000) } });
		expect(issues[0]!.path).toEqual(['at', 'k0']);
		expect(issues.length + more).toBe(3_000);
	});

	it('does not hide which shape was intended', () => {
		// As a point, one key is missing and 3,000 are unknown; as a range, one more of both.
		const { issues, more } = find(shapes, { at: { x: 0, ...keys(3_000) } });
		expect(issues[0]).toEqual({ path: ['at', 'y'], message: 'is missing; must be a number' });
		expect(issues.length + more).toBe(3_001);
	});
});
