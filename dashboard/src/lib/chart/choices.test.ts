import { questionSchema } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { listChoices } from './choices.ts';

const asked = questionSchema.parse({
	id: 'parts',
	type: 'multiple_choice',
	title: 'Which?',
	options: [
		{ value: 'api', label: 'API' },
		{ value: 'web', label: 'Web' },
	],
	other_label: 'Another',
});
const listCounts = (counts: Record<string, number>, of: typeof asked | null = asked) =>
	listChoices({ counts, type: of?.type ?? 'yes_no' }, of ?? undefined).map(({ label, count }) => [
		label,
		count,
	]);

describe('the choices of a question', () => {
	it('are complete and in order, with other answers', () => {
		expect(listCounts({ web: 3, '(other)': 2 })).toEqual([
			['API', 0],
			['Web', 3],
			['Another', 2],
		]);
	});

	it('count an option that nobody chose, whatever its name', () => {
		const options = ['constructor', 'web'].map((value) => ({ value, label: value }));
		const named = questionSchema.parse({ ...asked, options });
		expect(listCounts({ web: 1 }, named as typeof asked)).toEqual([
			['constructor', 0],
			['web', 1],
			['Another', 0],
		]);
	});

	it('keep options that a revision no longer has', () => {
		expect(listCounts({ cli: 1, sdk: 4 })).toEqual([
			['API', 0],
			['Web', 0],
			['Another', 0],
			['sdk', 4],
			['cli', 1],
		]);
	});

	it('have the labels that the question gives to yes and no', () => {
		const again = questionSchema.parse({
			id: 'a',
			type: 'yes_no',
			title: 'Again?',
			no_label: 'Never',
		});
		expect(listCounts({ true: 2 }, again)).toEqual([
			['Yes', 2],
			['Never', 0],
		]);
		expect(listCounts({ false: 1 }, null)).toEqual([
			['Yes', 0],
			['No', 1],
		]);
	});
});
