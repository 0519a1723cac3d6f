import { expect, it } from 'vitest';

import { checkJson, parseJson, type JsonLimits } from './bounded-json.ts';

const limits: JsonLimits = { bytes: 20, depth: 2, values: 4, keys: 2 };

it('a text within its limits is parsed', () => {
	expect(parseJson('{"a":[1],"b":"}]\\""}', limits)).toEqual({ a: [1], b: '}]"' });
});

it.each([
	[`"${'x'.repeat(19)}"`, 'body_too_large', 'The file is larger than 20 bytes.'],
	['[[[]]]', 'too_deep', 'The file is nested deeper than 2 levels.'],
	['[1,2,3,4]', 'body_too_large', 'The file has more than 4 values.'],
	['{"a":1,"b":2,"c":3}', 'body_too_large', 'The file has more than 2 keys.'],
	['{"a"', 'invalid_json', 'The file is not valid JSON.'],
])('%s is refused: %s', (text, code, message) => {
	expect(() => parseJson(text, limits, 'The file')).toThrow(
		expect.objectContaining({ code, message }),
	);
});

it('a text that does not end is checked to its end', () => {
	expect(() => checkJson('"never closed \\', limits)).not.toThrow();
	expect(() => checkJson('"a","b","c","d","e"', limits)).toThrow('more than 4 values');
});
