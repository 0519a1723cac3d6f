import { expect, it } from 'vitest';

import { limits } from '../../contract/src/limits.ts';
import { eventNameSchema } from '../../contract/src/values.ts';
import { isEventName } from './values.ts';

it('accepts exactly the event names that the contract accepts', () => {
	const parts = ['a', 'Z', '7', '.', '_', ':', '-', ' ', 'ä', '/', '\n', ''];
	const names = parts.flatMap((first) => parts.map((second) => first + second));
	for (const length of [limits.event.name, limits.event.name + 1]) names.push('x'.repeat(length));
	for (const name of names) {
		expect([name, isEventName(name)]).toEqual([name, eventNameSchema.safeParse(name).success]);
	}
});
