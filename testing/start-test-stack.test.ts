import { existsSync } from 'node:fs';

import { expect, test } from 'vitest';

import { thorough } from './thorough.ts';
import { startTestStack } from './start-test-stack.ts';

test(
	'two concurrent stacks are complete and separate, and leave no files or processes',
	{ ...thorough, timeout: 180_000 },
	async () => {
		const [one, other] = await Promise.all([startTestStack(), startTestStack()]);
		const person = { email: 'ada@example.com', password: 'a long enough password' };
		const post = (address: string) =>
			fetch(address, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(person),
			});
		expect((await post(`${one.authUrl}/signup`)).status).toBe(200);
		expect((await post(`${one.authUrl}/token?grant_type=password`)).status).toBe(200);
		expect((await post(`${other.authUrl}/token?grant_type=password`)).status).toBe(400);
		expect((await fetch(`${other.apiUrl}/sdk/feedback.js`)).status).toBe(200);
		await Promise.all([one.stop(), other.stop()]);
		expect([one.data, other.data].filter(existsSync)).toEqual([]);
	},
);
