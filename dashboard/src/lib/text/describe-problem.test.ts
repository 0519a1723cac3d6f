import { ApiError } from '@feedback/client';
import { errors } from '@feedback/contract';
import type { ErrorCode } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { follow } from '#lib/live/follow.ts';

import { describeProblem } from './describe-problem.ts';

// The page that reads again and again.
beforeAll(() => vi.stubGlobal('document', new EventTarget()));
afterAll(() => vi.unstubAllGlobals());

describe('a problem', () => {
	it.each(Object.keys(errors) as ErrorCode[])('with the code %s has advice', (code) => {
		const described = describeProblem(
			new ApiError(code, { status: 400, message: errors[code].message }),
		);
		expect(described.what).toBe(errors[code].message);
		expect(described.todo).toMatch(/^[A-Z].+\.$/);
	});

	it('includes the hint and the request ID of the service', () => {
		const error = new ApiError('forbidden', {
			status: 403,
			message: 'No.',
			hint: 'Ask Ada.',
			request_id: 'r1',
		});
		expect(describeProblem(error)).toEqual({ what: 'No.', todo: 'Ask Ada.', request: 'r1' });
	});

	it.each(['unreachable', 'unavailable', 'internal', 'rate_limited'] as const)(
		'with the code %s promises to retry only where the page does',
		async (code) => {
			const error = new ApiError(code, { status: 503, message: 'No.' });
			expect(describeProblem(error).todo).not.toMatch(/This page/);
			const failed = await new Promise((resolve) => {
				const stop = follow({
					intervalMs: 1_000,
					poll: () => Promise.reject(error),
					// After the pause has started, which it ends.
					onFailure: (reason) => queueMicrotask(() => (stop(), resolve(reason))),
				});
			});
			expect(describeProblem(failed).todo).toMatch(/This page (keeps|continues)/);
		},
	);

	it('of any other kind is described too', () => {
		expect(describeProblem(new TypeError('Odd.')).what).toBe('Odd.');
		expect(describeProblem('odd').what).toMatch(/\.$/);
	});
});
