import { describe, expect, it } from 'vitest';

import { createOpenRequests } from './open-requests.ts';

const most = {
	atOnce: 2,
	leastBytes: 10,
	deadline: 20,
	bytes: { perSecond: 10, burst: 100 },
	time: { perSecond: 1_000, burst: 1_000 },
};

function open(changed: Partial<typeof most> = {}) {
	const clock = { now: 0 };
	const requests = createOpenRequests(() => clock.now, { ...most, ...changed });
	const asked = (headers: Record<string, string> = {}) => ({ headers: new Headers(headers) });
	return {
		clock,
		requests,
		begin: (size = '0') => requests.begin('a', asked({ 'content-length': size })),
	};
}
const request = () => new Request('http://test/');

describe('requests without a sign-in', () => {
	it('are limited in number at once, for each address', () => {
		const { requests, begin } = open();
		const [first] = [begin(), begin()];
		expect(begin).toThrow('one network address has at most 2 requests at once');
		requests.begin('b', request())();
		first!();
		first!();
		begin();
		expect(begin).toThrow('at once');
	});

	it('are charged by the bytes of their bodies', () => {
		const { clock, begin } = open();
		begin('95')();
		expect(() => begin()).toThrow(expect.objectContaining({ code: 'rate_limited', seconds: 1 }));
		clock.now += 500;
		begin()();
	});

	it('of an undeclared length are charged for the longest body', () => {
		const { requests } = open();
		const headers = new Headers({ 'transfer-encoding': 'chunked' });
		requests.begin('a', { headers }, 95)();
		expect(() => requests.begin('a', { headers })).toThrow('10 bytes');
	});

	it('are charged by the time that their work took', async () => {
		const { clock, requests } = open({ time: { perSecond: 1, burst: 1 }, deadline: 10_000 });
		await requests.run('a', request(), () => new Promise((resolve) => setImmediate(resolve)));
		const work = () => requests.run('a', request(), () => 'done');
		await expect(work()).rejects.toMatchObject({ code: 'rate_limited' });
		clock.now += 2_000;
		expect(await work()).toBe('done');
	});

	it('end at the deadline, and count until their work has really ended', async () => {
		const { requests } = open({ atOnce: 1 });
		let stopped = false;
		let finish: () => void = () => undefined;
		const working = requests.run('a', request(), (signal) => {
			signal.addEventListener('abort', () => (stopped = true));
			return new Promise<void>((resolve) => (finish = resolve));
		});
		await expect(working).rejects.toThrow('longer than 20 milliseconds');
		expect(stopped).toBe(true);
		expect(() => requests.begin('a', request())).toThrow('at once');
		finish();
		await new Promise((resolve) => setImmediate(resolve));
		requests.begin('a', request())();
	});

	it('are given up when their caller disconnects', async () => {
		const { requests } = open({ deadline: 10_000 });
		const caller = new AbortController();
		const working = requests.run(
			'a',
			new Request('http://test/', { signal: caller.signal }),
			(signal) => {
				caller.abort();
				return signal.aborted;
			},
		);
		expect(await working).toBe(true);
	});
});
