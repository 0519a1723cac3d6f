import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Stack } from '../../server/stack/start-stack.ts';
import {
	hostileConnections,
	isDecided,
	startAttackedStack,
	startHostile,
	visit,
} from './hostile.ts';

let stack: Stack;
beforeAll(async () => {
	stack = await startAttackedStack();
	await visit(stack, 8);
});
afterAll(() => stack.stop());

describe('visitors get their decisions', () => {
	it.each(hostileConnections)(
		'while %i connections ask for what costs most',
		async (connections) => {
			await using _ = await startHostile(stack, { asksFor: 'functions', connections });
			const visits = await visit(stack, 24);
			expect(visits.filter((visit) => !isDecided(visit))).toEqual([]);
		},
	);

	it('while strangers try to sign in', async () => {
		await using _ = await startHostile(stack, { asksFor: 'sign-in', connections: 30 });
		const visits = await visit(stack, 24);
		expect(visits.filter((visit) => !isDecided(visit))).toEqual([]);
	});

	it('from a service that still answers others', async () => {
		await expect.poll(async () => (await fetch(`${stack.apiUrl}/manage/whoami`)).status).toBe(401);
	});
});
