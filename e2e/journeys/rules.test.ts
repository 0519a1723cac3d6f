// Rules that need a browser most: accounts, a delay, an answer, two prompts and two devices.
// `npm run rehearse journeys` has every rule; the tests of the database decide each without a browser.
import { describe } from 'vitest';

import { testCases } from './test-rules.ts';

describe('from the example app, a prompt obeys', () => {
	testCases([
		'groups: signed in, and none of the free ones',
		'a delay',
		'until it is answered',
		'one prompt at a time',
	]);
});
