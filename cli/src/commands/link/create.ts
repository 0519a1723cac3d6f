import { limits, newResultLinkSchema, resultLinkSchema } from '@feedback/contract';
import type { NewResultLink, SavedFilter } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { option, promptUuid } from '../../describe.ts';
import { leaveToPerson } from '../deletion/leave-to-person.ts';
import { findSavedFilter } from '../filter/options.ts';
import { filterParts, readFilter } from '../filter/parts.ts';
import { findShareDialog, listLinks } from './find-link.ts';
import { renderLink, type Link } from './render.ts';

export const linkCreate = defineCommand({
	name: 'link create',
	summary: 'Ask a person to create a link to results.',
	need: 'person',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		name: option(
			z.string().trim().min(1).max(limits.results.filterName),
			'The heading of the shared page.',
			'name',
		),
		...filterParts,
		filter: option(
			z.string().min(1).max(limits.results.filterName).optional(),
			'Only responses of this saved filter of the prompt, by name or UUID.',
			'filter',
		),
		expires: option(
			z.coerce.number().int().min(1).max(limits.results.linkDays).optional(),
			`Days until it expires, at most ${limits.results.linkDays} (default: ${limits.results.linkDaysDefault}).`,
			'days',
		),
		words: option(
			z.boolean().default(false),
			'Also show what visitors wrote; only an owner can share it.',
		),
		after: option(
			z
				.string()
				.regex(/^(none|[\da-f-]{36})$/, { error: 'must be the UUID of a link, or none' })
				.optional(),
			'Accept a link that is newer than this one, even if it exists already.',
			'link_uuid',
		),
	}),
	positionals: ['prompt'],
	output: resultLinkSchema,
	examples: [
		{
			text: 'Wait until a person has created it; only they see its URL, once',
			line: 'link create <prompt_uuid> --name "For the board" --wait',
		},
		{
			text: 'The last 30 days of one plan, shared for a week',
			line: 'link create <prompt_uuid> --name "For sales" --days 30 --trait plan:pro --expires 7 --wait',
		},
	],
	async run({ prompt, after, ...given }, context) {
		const { name, filter: saved, expires, words, ...written } = given;
		const site = await context.site();
		const filter = await findFilter(context, { site, prompt }, saved, written);
		const share = newResultLinkSchema.parse({ name, words, days: expires, filter });
		const task = describeTask(share);
		if (context.dryRun) {
			return { dry_run: true, would: `ask a person to ${task}`, needs: 'person', approved: false };
		}
		const look = async () => (await listLinks(context, site, prompt)).items;
		// An earlier run names the newest link of its time, so that what was created since is found.
		const newest = after ?? (await look())[0]?.id ?? 'none';
		return leaveToPerson(context, {
			task,
			url: findShareDialog(context, { site, prompt }, { share }),
			argv: [
				'link',
				'create',
				prompt,
				'--site',
				site,
				...writeOptions({ ...given, after: newest }),
			],
			look: async () => listAfter(await look(), newest).find((link) => link.name === name),
		});
	},
	render: (link, paint) =>
		[renderLink(link), paint.dim('Its URL was shown to the person who created it.')].join('\n'),
});

/** Links that are newer than the given one; links are listed newest first. */
function listAfter(links: readonly Link[], newest: string): readonly Link[] {
	const at = links.findIndex(({ id }) => id === newest);
	return at < 0 ? links : links.slice(0, at);
}

const periodParts = ['days', 'since', 'until'] as const;
const isPeriodPart = (name: string) => periodParts.some((part) => part === name);

type Written = Parameters<typeof readFilter>[0];

/** A saved filter, parts of which other options replace; undefined for everything. */
async function findFilter(
	context: Context,
	{ site, prompt }: { site: string; prompt: string },
	saved: string | undefined,
	written: Written,
): Promise<SavedFilter | undefined> {
	const isGiven = Object.values(written).some((value) => value !== undefined);
	const given = isGiven ? readFilter(written, 'link create') : undefined;
	if (saved === undefined) return given;
	const { filter } = await findSavedFilter(context, site, prompt, saved);
	const replacesPeriod = periodParts.some((part) => given?.[part] !== undefined);
	const kept = Object.entries(filter).filter(([name]) => !(replacesPeriod && isPeriodPart(name)));
	return { ...Object.fromEntries(kept), ...given };
}

function describeTask({ name, filter, words, days }: NewResultLink): string {
	const what = filter ? `the results of ${JSON.stringify(filter)}` : 'all results';
	const who = words ? `${what}, with what visitors wrote,` : what;
	return `create the link "${name}" to ${who} for ${days} days`;
}

/** Writes the given options as arguments. */
function writeOptions(given: Record<string, string | number | boolean | undefined>): string[] {
	return Object.entries(given).flatMap(([name, value]) =>
		value === undefined || value === false
			? []
			: [`--${name}`, ...(value === true ? [] : [String(value)])],
	);
}
