// Every kind of rule, in the example app. The tests of the database decide each rule without a browser.
import { describe } from 'vitest';

import { cases, testCases } from './test-rules.ts';

describe('from the example app, a prompt obeys', () => {
	testCases(Object.keys(cases) as (keyof typeof cases)[]);
});
