import { ApiError } from '@feedback/client';
import { errors } from '@feedback/contract';
import type { ErrorCode } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { describeProblem } from './describe-problem.ts';

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

	it('of any other kind is described too', () => {
		expect(describeProblem(new TypeError('Odd.')).what).toBe('Odd.');
		expect(describeProblem('odd').what).toMatch(/\.$/);
	});
});
