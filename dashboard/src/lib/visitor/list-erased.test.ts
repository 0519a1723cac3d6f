import { expect, it } from 'vitest';

import { listErased } from './list-erased.ts';

it('names what was erased, and leaves out what there was none of', () => {
	expect(listErased({ events: 3, visitor_versions: 0, responses: 2, visitors: 1 })).toEqual([
		{ what: 'Responses', count: 2 },
		{ what: 'Events', count: 3 },
		{ what: 'Browsers', count: 1 },
	]);
	expect(listErased({ visitor_versions: 4 })).toEqual([{ what: 'Earlier traits', count: 4 }]);
});

it('lists a count that it does not know by its name', () => {
	expect(listErased({ new_rows: 1 })).toEqual([{ what: 'new rows', count: 1 }]);
});
