// Every kind of rule, in the example app. `npm test` has one of each kind that needs a browser.
import { describe } from 'vitest';

import { cases, testCases } from '../../journeys/test-rules.ts';

describe('from the example app, a prompt obeys', () => {
	testCases(Object.keys(cases) as (keyof typeof cases)[]);
});
