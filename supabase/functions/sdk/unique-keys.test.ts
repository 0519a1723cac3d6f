import { expect, it } from 'vitest';

import { repeatsKey } from './unique-keys.ts';

it.each([
	['{"a":1,"a":2}', true],
	['{"a":1,"\\u0061":2}', true],
	['{"a":{"b":1,"b":2}}', true],
	['{"list":[{"a":1},{"a":1,"a":1}]}', true],
	['{"a":1 , "a" :2}', true],
	['{"a":"a","b":"a"}', false],
	['{"a":{"a":1},"b":{"a":1}}', false],
	['{"text":"{\\"a\\":1,\\"a\\":2}"}', false],
	['{"a":["a","a"],"b":"]"}', false],
	['{"q\\"":1,"q":2}', false],
	['{}', false],
])('%s repeats a key: %s', (json, expected) => {
	JSON.parse(json);
	expect(repeatsKey(json)).toBe(expected);
});
