// One rule of each kind that needs a browser: what is known of it, its clicks, a delay, two prompts and two devices.
// `npm run rehearse journeys` has every rule; the tests of the database decide each without a browser.
import { describe } from 'vitest';

import { testCases } from './test-rules.ts';

describe('from the example app, a prompt obeys', () => {
	testCases([
		'groups: signed in, and none of the free ones',
		'first seen: today, by a browser in German, on the first page',
		'a property: the format is csv',
		'a delay',
		'until it is answered',
		'one display in a session',
		'one prompt at a time',
		'a bot',
	]);
});
