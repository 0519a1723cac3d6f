// Two rules that need a browser most: accounts, and one prompt at a time.
// `npm run rehearse journeys` has every rule; the tests of the database decide each without a browser.
import { describe } from 'vitest';

import { testCases } from './test-rules.ts';

describe('from the example app, a prompt obeys', () => {
	testCases(['groups: signed in, and none of the free ones', 'one prompt at a time']);
});
