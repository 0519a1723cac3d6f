import { markEntries, markUntrusted } from '../clean.ts';

/**
 * Fields whose strings members or the service wrote: cursors, closed lists, IDs, and what another call takes. A string
 * of any other field may come from a visitor.
 */
const written = new Set([
	'address',
	'connection',
	'created_by',
	'email',
	'event_types',
	'figure',
	'host',
	'id',
	'kind',
	'language',
	'latest',
	'measure',
	'next',
	'of',
	'outcome',
	'pause_cause',
	'question',
	'reason',
	'release_reason',
	'request',
	'rule',
	'share_of',
	'sha256',
	'state',
	'status',
	'survey_id',
	'title',
	'titles',
	'type',
	'types',
	'url',
	'variant',
	'variants',
	'wordings',
]);

/** Fields whose keys visitors choose, too. */
const named = new Set(['properties', 'traits']);

/** UUIDs, days and times, of which later calls may need the value. */
const reference = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;

/** Marks the strings of a result that may come from visitors. */
export function markVisitorsText(value: unknown, key = ''): unknown {
	if (typeof value === 'string') {
		return written.has(key) || reference.test(value) ? value : markUntrusted(value);
	}
	if (Array.isArray(value)) return value.map((item) => markVisitorsText(item, key));
	if (typeof value !== 'object' || value === null) return value;
	if (named.has(key)) return markEntries(value);
	// The keys are IDs of questions.
	if (key === 'answers') return markUntrusted(value);
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, markVisitorsText(inner, name)]),
	);
}
