import { expect, it } from 'vitest';

import { matchesFilter } from './audit-filter.ts';
import type { AuditEntry } from './audit-filter.ts';

const entry: AuditEntry = {
	id: 'a',
	at: '2026-11-20T12:00:00Z',
	who: 'ada@example.com',
	name: null,
	kind: 'person',
	did: 'publishPrompt',
	site: 's1',
	subject: 'export-experience: revision 3',
	passkey: null,
	conditions: null,
};
const all = { search: '', kind: '', site: '' };

it.each([
	[{}, true],
	[{ search: 'ADA published' }, true],
	[{ search: 'export-experience' }, true],
	[{ search: 'ada archived' }, false],
	[{ kind: 'connection' }, false],
	[{ site: 's1', kind: 'person' }, true],
	[{ site: 's2' }, false],
])('the filter %o matches: %s', (filter, matches) => {
	expect(matchesFilter(entry, { ...all, ...filter })).toBe(matches);
});
