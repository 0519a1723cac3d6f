import { describe, expect, it } from 'vitest';

import {
	describeBacktest,
	describeChange,
	formatChange,
	formatSample,
} from './describe-forecast.ts';

describe('what a forecast says about other prompts', () => {
	it.each([
		[-96, 0, '−96', '“NPS” loses 96 displays.'],
		[1, 0, '+1', '“NPS” gains 1 display.'],
		[0, 0, '0', '“NPS” loses and gains nothing.'],
		[-1_960, 120, '−1,960 ± 120', '“NPS” loses about 1,960 displays, give or take 120.'],
		[-3, 8, '−3 ± 8', '“NPS” may lose or gain up to 11 displays.'],
	])('%i ± %i is %s', (change, error, short, long) => {
		expect(formatChange(change, error)).toBe(short);
		expect(describeChange({ name: 'NPS', change, change_error: error })).toBe(long);
	});

	it('is checked against the past', () => {
		expect(describeBacktest({ replayed: 1_610, error: 40, reserved: 1_590 })).toBe(
			'Check: replaying the prompts that were live gives 1,610 ± 40 displays; 1,590 were reserved.',
		);
		expect(describeBacktest({ replayed: 9, error: 0, reserved: 9 })).toContain('gives 9 displays');
	});

	it.each([
		[0.004, 'less than 1%'],
		[0.031, '3%'],
		[0.29, '29%'],
		[0.998, '99%'],
	])('is from a sample of %f: %s', (share, percent) => {
		expect(formatSample(share)).toBe(percent);
	});
});
