import type { Block } from './read-blocks.ts';

/** Blocks, and why something is not done with them. */
export type Exemption = {
	/** A page, or a folder of pages that ends in a slash. */
	page: string;
	language: string;
	/** Only blocks with this title. */
	title?: string;
	/** Only blocks whose code starts like this. */
	starts?: string;
	reason: string;
};

/** Whether an exemption is about this block. */
export function isAbout({ page, language, title, starts }: Exemption, block: Block): boolean {
	return (
		(page.endsWith('/') ? block.page.startsWith(page) : block.page === page) &&
		block.language === language &&
		(title === undefined || block.title === title) &&
		block.code.startsWith(starts ?? '')
	);
}

/** Blocks that no test runs, parses or compares. */
export const unchecked: readonly Exemption[] = [
	{
		page: 'recipes/approve-a-draft',
		language: 'text',
		title: 'what you tell the agent',
		reason: 'Words for an agent.',
	},
	{
		page: 'reference/statistics',
		language: 'text',
		reason: 'Formulas; `npm run rehearse recompute` calculates with them.',
	},
	{
		page: 'install/nextjs',
		language: 'text',
		reason: 'The files of an app, of which the rehearsals `next` and `matrix` edit some.',
	},
	{ page: 'agents/set-up', language: 'text', title: 'AGENTS.md', reason: 'Words for an agent.' },
	{
		page: 'self-hosting/supabase',
		language: 'sql',
		starts: 'create extension pg_cron',
		reason: 'The Postgres of the tests has no pg_cron; the rehearsal postgres creates it.',
	},
];
