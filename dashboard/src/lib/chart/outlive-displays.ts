import type { Day } from './figures.ts';

/** Whether there are responses from days whose displays are already deleted: responses are kept longer. */
export function outliveDisplays(days: readonly Pick<Day, 'displays' | 'responses'>[]): boolean {
	const firstOf = (kind: 'displays' | 'responses') => {
		const at = days.findIndex((day) => day[kind] > 0);
		return at === -1 ? days.length : at;
	};
	return firstOf('responses') < firstOf('displays');
}
