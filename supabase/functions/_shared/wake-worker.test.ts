import { afterEach, expect, it } from 'vitest';

import { createKeyring, mintSecret } from './secrets/keyring.ts';
import { createWakeToken, openWake, wakeBy } from './wake-worker.ts';

const keyring = createKeyring(mintSecret());
const platform = globalThis as { EdgeRuntime?: object };

afterEach(() => {
	delete platform.EdgeRuntime;
	wakeBy(() => undefined);
});

it('wakes the worker of the same process', () => {
	let woken = 0;
	const wake = openWake(() => ({ apiUrl: 'https://api.example.com', keyring }));
	wake();
	wakeBy(() => woken++);
	wake();
	expect(woken).toBe(1);
});

it('wakes the function on hosted Supabase: one request at a time, and one for messages in the meantime', async () => {
	const beside: Promise<unknown>[] = [];
	platform.EdgeRuntime = { waitUntil: (promise: Promise<unknown>) => beside.push(promise) };
	const sent: { url: string; authorization: string | null }[] = [];
	const waiting: (() => void)[] = [];
	const send = ((url: string, init: RequestInit) => {
		sent.push({ url, authorization: new Headers(init.headers).get('authorization') });
		return new Promise((resolve) => waiting.push(() => resolve(new Response())));
	}) as typeof fetch;
	const wake = openWake(() => ({ apiUrl: 'https://api.example.com', keyring }), send);
	for (let count = 0; count < 5; count++) wake();
	expect(sent).toEqual([
		{ url: 'https://api.example.com/deliver', authorization: `Bearer ${createWakeToken(keyring)}` },
	]);
	waiting[0]!();
	await expect.poll(() => sent.length).toBe(2);
	waiting[1]!();
	await Promise.all(beside);
	expect(sent).toHaveLength(2);
	wake();
	expect(sent).toHaveLength(3);
});
