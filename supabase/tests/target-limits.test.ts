// The copy of the limits by target in the schema.
import { readFileSync } from 'node:fs';

import { limits } from '@feedback/contract';
import { expect, it } from 'vitest';

it('limits by target are those of the contract', () => {
	const list = /function app\.target_limits\(\)[^$]*\$\$([^$]*)\$\$/.exec(
		readFileSync(new URL('../schemas/rate_limits/attempts.sql', import.meta.url), 'utf8'),
	)![1]!;
	const seconds = { minutes: 60, hour: 3_600, day: 86_400, days: 86_400 };
	const copied = [...list.matchAll(/\('(\w+)', (\d+), interval '(\d+) (\w+)'\)/g)].map(
		([, kind, times, number, unit]) => [
			kind,
			{ times: Number(times), seconds: Number(number) * seconds[unit as keyof typeof seconds] },
		],
	);
	expect(Object.fromEntries(copied)).toEqual(limits.target);
});
