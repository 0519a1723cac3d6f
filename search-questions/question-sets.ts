import { readFile } from 'node:fs/promises';

export const kinds = ['question', 'identifier', 'word', 'typo'] as const;
export type Kind = (typeof kinds)[number];

/** The sets that the search was developed on, and those held back to measure it; README.md says how each was made. */
export const developedOn = [
	'developed-on/first',
	'developed-on/before-reading',
	'developed-on/from-page-titles',
	'developed-on/thread-titles',
	'developed-on/threads-and-help',
	'developed-on/issues',
	'developed-on/tasks',
	'developed-on/threads',
	'developed-on/servers-and-webhooks',
	'developed-on/threads-and-help-2',
] as const;
export const heldBack = [
	'held-back/thread-titles',
	'held-back/other-tools',
	'held-back/product-description',
	'held-back/public-trackers',
	'held-back/unread',
] as const;
export type QuestionSet = (typeof developedOn | typeof heldBack)[number];

export type Question = { id: string; kind: Kind; q: string; accepted: string[] };

/**
 * The questions of a set.
 * @param paths all sections that exist
 * @throws when a question accepts no section, or one that does not exist
 */
export async function readQuestions(
	set: QuestionSet,
	paths: readonly string[],
): Promise<Question[]> {
	const lines = await readFile(new URL(`${set}.jsonl`, import.meta.url), 'utf8');
	return lines
		.trim()
		.split('\n')
		.map((line) => {
			const { id, kind, q, sections } = JSON.parse(line) as Question & { sections: string[] };
			const accepted = sections.flatMap((section) => sectionsOf(section, paths));
			const unknown = accepted.find((path) => !paths.includes(path));
			if (unknown) throw new Error(`Question ${id} accepts ${unknown}, which is no section.`);
			if (accepted.length === 0) throw new Error(`Question ${id} accepts no section.`);
			return { id, kind, q, accepted };
		});
}

/** A section, or all sections of a page. */
function sectionsOf(place: string, paths: readonly string[]): string[] {
	const [page = '', anchor] = place.split('#');
	// Without a page, the home page.
	if (anchor !== undefined) return [page ? `/${page}/#${anchor}` : `/#${anchor}`];
	const sections = paths.filter((path) => path.startsWith(`/${page}/#`));
	if (sections.length === 0) throw new Error(`A question accepts ${page}, which is no page.`);
	return sections;
}
