import { expect, it } from 'vitest';

import type { CommandGroup } from './commands.ts';
import { findCommands } from './find-commands.ts';

const run = () => undefined;
const pages: CommandGroup = {
	name: 'Pages',
	commands: ['Overview', 'Prompts', 'Events'].map((name) => ({ id: name, name, run })),
};
const prompts: CommandGroup = {
	name: 'Prompts',
	commands: Array.from({ length: 200 }, (_, n) => ({
		id: `id-${n}`,
		name: n === 150 ? 'Events of the week' : 'How was it?',
		note: `survey-${n}`,
		run,
	})),
};

const find = (query: string) =>
	findCommands([pages, prompts], query).map(({ name, commands }) => ({
		name,
		first: commands[0]!.name,
		length: commands.length,
	}));

it('shows the start of every group without a search', () => {
	expect(find(' ')).toEqual([
		{ name: 'Pages', first: 'Overview', length: 3 },
		{ name: 'Prompts', first: 'How was it?', length: 20 },
	]);
});

it('shows the eight best matches of a group', () => {
	expect(find('survey')).toEqual([{ name: 'Prompts', first: 'How was it?', length: 8 }]);
});

it('sorts entries and groups by how well they match', () => {
	expect(find('events')[0]).toMatchObject({ name: 'Pages', first: 'Events' });
	expect(find('events of')[0]).toMatchObject({ name: 'Prompts', first: 'Events of the week' });
	expect(find('week EVENTS')).toMatchObject([{ first: 'Events of the week', length: 1 }]);
});

it('finds a prompt by its survey ID, and nothing by unknown text', () => {
	const [found] = findCommands([pages, prompts], 'survey-150');
	expect(found!.commands[0]!.id).toBe('id-150');
	expect(find('zzz')).toEqual([]);
});

it('shows entries that are listed only in searches', () => {
	const hidden: CommandGroup = {
		name: 'Prompts',
		commands: [
			{ id: 'open', name: 'Poll', run },
			{ id: 'pause', name: 'Pause Poll', isHidden: true, run },
		],
	};
	const ids = (query: string) =>
		findCommands([hidden], query).flatMap(({ commands }) => commands.map(({ id }) => id));
	expect(ids('')).toEqual(['open']);
	expect(ids('pause')).toEqual(['pause']);
});
