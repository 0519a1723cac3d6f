import type { Launcher } from '@feedback/contract';

import { nameLanguage } from '#lib/text/name-language.ts';
import type { Change } from '#lib/prompt/description/compare-prompts.ts';
import { launcherPositions } from '#lib/settings/launcher/launcher-positions.ts';
import { visibleText } from '#lib/text/visible-text.ts';

type Fact = { key: string; about: string; text: string };

/**
 * Lists how two feedback buttons of a site differ, part by part; null is none.
 *
 * @example
 * listLauncherChanges(null, { survey_id: 'bug', position: 'right' }); // [{ about: 'Opens', kind: 'new', came: ['bug'], … }, …]
 */
export function listLauncherChanges(before: Launcher | null, after: Launcher | null): Change[] {
	const [old, fresh] = [listFacts(before), listFacts(after)];
	const keys = [...new Set([...fresh, ...old].map(({ key }) => key))];
	return keys.flatMap((key) => {
		const gone = old.find((fact) => fact.key === key);
		const came = fresh.find((fact) => fact.key === key);
		if (gone?.text === came?.text) return [];
		return [
			{
				key,
				about: (came ?? gone)!.about,
				kind: gone && came ? ('changed' as const) : came ? ('new' as const) : ('gone' as const),
				gone: gone ? [gone.text] : [],
				came: came ? [came.text] : [],
			},
		];
	});
}

function listFacts(launcher: Launcher | null): Fact[] {
	if (launcher === null) return [];
	const { survey_id, position, target, label, translations = {} } = launcher;
	const place = launcherPositions.find(({ value }) => value === position)!.label;
	return [
		{ key: 'survey_id', about: 'Opens', text: survey_id },
		{ key: 'position', about: 'Position', text: place },
		...(target === undefined
			? []
			: [{ key: 'target', about: 'CSS selector of the element', text: visibleText(target) }]),
		{
			key: 'label',
			about: 'Label',
			text: label === undefined ? 'Feedback, in the visitor’s language' : visibleText(label),
		},
		...Object.entries(translations).map(([tag, text]) => ({
			key: `label ${tag}`,
			about: `Label in ${nameLanguage(tag)}`,
			text: visibleText(text),
		})),
	];
}
