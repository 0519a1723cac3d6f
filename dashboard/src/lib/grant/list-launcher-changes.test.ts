import { expect, it } from 'vitest';

import { listLauncherChanges } from './list-launcher-changes.ts';

const launcher = {
	survey_id: 'bug-report',
	position: 'right',
	label: 'Report a bug',
	translations: { de: 'Fehler melden' },
} as const;

it('lists every part of a new feedback button', () => {
	const changes = listLauncherChanges(null, { ...launcher, position: 'inline', target: '#help' });
	expect(changes.map(({ about, kind, came }) => [about, kind, ...came])).toEqual([
		['Opens', 'new', 'bug-report'],
		['Position', 'new', 'In an element of the app'],
		['CSS selector of the element', 'new', '#help'],
		['Label', 'new', 'Report a bug'],
		['Label in German', 'new', 'Fehler melden'],
	]);
});

it('lists what differs from the button that visitors see now, and nothing else', () => {
	const next = { ...launcher, survey_id: 'ideas', translations: { fr: 'Un bogue ?' } };
	expect(listLauncherChanges(launcher, next)).toEqual([
		{ key: 'survey_id', about: 'Opens', kind: 'changed', gone: ['bug-report'], came: ['ideas'] },
		{ key: 'label fr', about: 'Label in French', kind: 'new', gone: [], came: ['Un bogue ?'] },
		{ key: 'label de', about: 'Label in German', kind: 'gone', gone: ['Fehler melden'], came: [] },
	]);
	expect(listLauncherChanges(launcher, launcher)).toEqual([]);
});

it('shows characters that would hide in a label', () => {
	const [change] = listLauncherChanges(launcher, { ...launcher, label: 'Report\u200b a bug' });
	expect(change!.came[0]).not.toContain('\u200b');
});
