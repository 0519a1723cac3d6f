import type { Answer } from './answer.ts';

/** Opaque cursors of lists. */
const isCursor = (key: string) => key === 'next' || key === 'latest';

/** Fields that are not compared: counts that the test service invents, and IDs of single requests. */
const ignored = new Set([
	'displays',
	'unconfirmed',
	'answered',
	'responses',
	'hint',
	'request_id',
	'url',
]);

/**
 * The replies of one case without values that differ between services: identifiers are numbered in order of
 * appearance, times and people are replaced.
 */
export function normalize(answers: Answer[]): unknown[] {
	const names = new Map<string, string>();
	const nameOf = (kind: string, value: string) => {
		if (!names.has(value)) names.set(value, `${kind} ${names.size + 1}`);
		return names.get(value)!;
	};
	const inText = (text: string) =>
		text
			.replace(/http:\/\/127\.0\.0\.1:\d+(\/fn|\/functions\/v1)\b/g, 'the API')
			.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'an origin')
			.replace(/^(fb[tr]_)?[\w-]{43}$/, (token, prefix = 'code ') =>
				nameOf(prefix as string, token),
			)
			.replace(/\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/, 'a user code')
			.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => nameOf('id', id))
			.replace(/\b[0-9a-f]{64}\b/g, (hash) => nameOf('hash', hash))
			.replace(/\bmade-\d+\b/g, (survey) => nameOf('survey', survey))
			.replace(/[\w.]+@[\w.]+/g, 'a person')
			.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time')
			.replace(/^site_\w+$/, 'a site ID');
	const inValue = (value: unknown): unknown => {
		if (typeof value === 'string') return inText(value);
		if (Array.isArray(value)) return value.map(inValue);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).filter(([key]) => !ignored.has(key));
		return Object.fromEntries(
			entries
				.sort(([a], [b]) => (a < b ? -1 : 1))
				.map(([key, member]) => [
					key,
					isCursor(key) && member !== null ? 'a cursor' : inValue(member),
				]),
		);
	};
	return answers.map(({ status, body }) => ({ status, body: inValue(body) }));
}
