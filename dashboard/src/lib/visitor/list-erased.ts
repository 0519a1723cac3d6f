/** What the counts of a receipt are of, in the order in which they are listed. */
const labels = new Map([
	['responses', 'Responses'],
	['screenshots', 'Pictures of the page'],
	['displays', 'Displays'],
	['events', 'Events'],
	['visitors', 'Browsers'],
	['visitor_versions', 'Earlier traits'],
	['subjects', 'Accounts and anonymous visitors'],
]);

/**
 * The counts of a receipt for people, without those of which there were none.
 *
 * @example
 * listErased({ responses: 2, visitor_versions: 0 }); // [{ what: 'Responses', count: 2 }]
 */
export function listErased(counts: Record<string, number>): { what: string; count: number }[] {
	const names = [...new Set([...labels.keys(), ...Object.keys(counts)])];
	return names.flatMap((name) => {
		const count = counts[name] ?? 0;
		return count === 0 ? [] : [{ what: labels.get(name) ?? name.replaceAll('_', ' '), count }];
	});
}
