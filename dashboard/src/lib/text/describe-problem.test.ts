import { ApiError } from '@feedback/client';
import { errors } from '@feedback/contract';
import type { ErrorCode } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { describeProblem } from './describe-problem.ts';

describe('a problem', () => {
	it.each(Object.keys(errors) as ErrorCode[])('of the code %s says what to do', (code) => {
		const told = describeProblem(
			new ApiError(code, { status: 400, message: errors[code].message }),
		);
		expect(told.what).toBe(errors[code].message);
		expect(told.todo).toMatch(/^[A-Z].+\.$/);
	});

	it('passes on the hint and the request that the service named', () => {
		const error = new ApiError('forbidden', {
			status: 403,
			message: 'No.',
			hint: 'Ask Ada.',
			request_id: 'r1',
		});
		expect(describeProblem(error)).toEqual({ what: 'No.', todo: 'Ask Ada.', request: 'r1' });
	});

	it('that is no error of the service is told too', () => {
		expect(describeProblem(new TypeError('Odd.')).what).toBe('Odd.');
		expect(describeProblem('odd').what).toMatch(/\.$/);
	});
});
