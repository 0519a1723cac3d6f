import { limits, ServiceError, type SavedFilter, type SharedResults } from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import type { DatabaseOf } from '../../_shared/databases.ts';
import { hashToken, isToken } from '../../_shared/secrets/connection-token.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { startOfDays } from '../filters/start-of-days.ts';
import type { Service } from '../service.ts';
import { readVersions, responsesWithin } from '../results/read-figures.ts';
import type { Scope } from '../results/scope.ts';
import { summarizeByDay } from '../results/summarize.ts';
import { advanceFigures, isSameQuestion, type Figures, type Shown } from './advance-figures.ts';
import { shareFigures, type ByDay } from './share-figures.ts';
import { advanceThemes, countThemes, readQuotes, type Theme } from './shared-themes.ts';
import { extendTrend, startTrend } from './shared-trend.ts';

type Opened =
	| { ended: 'revoked' }
	| { ended: 'expired'; expires_at: string }
	| {
			ended?: undefined;
			site: string;
			prompt: string;
			name: string;
			filter: Partial<SavedFilter>;
			words: boolean;
			/** The creator, whose permissions the link uses. */
			person: string;
			expires_at: string;
	  };

/**
 * Returns the results that the holder of a link may read. Throws `not_found` for a link that never existed
 * or has ended.
 */
export async function readSharedResults(
	{ databaseOf, keyring, clock }: Pick<Service, 'databaseOf' | 'keyring' | 'clock'>,
	request: Request,
): Promise<SharedResults> {
	const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
	const now = clock();
	const link =
		token !== undefined && isToken('fbl_', token)
			? await openLink(databaseOf, hashToken(keyring, token), now)
			: undefined;
	if (!link) {
		throw new ServiceError('not_found', {
			message: 'This link is incomplete, or there is no such link.',
			hint: 'Copy all of it, or ask the person who sent it.',
		});
	}
	if (link.ended !== undefined) {
		throw new ServiceError('not_found', {
			message:
				link.ended === 'revoked'
					? 'This link was revoked.'
					: `This link expired on ${new Date(link.expires_at).toISOString().slice(0, 10)}.`,
			hint: 'Ask the person who sent it for a new one.',
		});
	}
	const { person: id, expires_at: until, name, words, ...about } = link;
	const claims = { sub: id, role: 'authenticated' };
	return asCaller(
		databaseOf({ site: about.site }),
		{ id, email: null, connection: undefined, claims },
		// The transaction stores the figures that it counts.
		'read write',
		async (tx) => {
			const shared = await readFigures(tx, about, words, now);
			return { name, expires_at: new Date(until).toISOString(), ...shared };
		},
	);
}

async function openLink(
	databaseOf: DatabaseOf,
	hash: Uint8Array,
	now: number,
): Promise<Opened | undefined> {
	const [row] = await databaseOf({ secret: hash })<{ link: Opened | null }[]>`
		select app.open_result_link(${hash}, ${new Date(now)}) as link`;
	return row?.link ?? undefined;
}

type About = { site: string; prompt: string; filter: Partial<SavedFilter> };

async function readFigures(
	tx: Tx,
	{ site, prompt, filter }: About,
	words: boolean,
	now: number,
): Promise<Omit<SharedResults, 'name' | 'expires_at'>> {
	const { days, ...part } = filter;
	const since = days === undefined ? part.since : await startOfDays(tx, site, days, now);
	const scope: Scope = { ...part, site, prompt, since };
	const [[names], counted, versions] = await Promise.all([
		tx<Pick<SharedResults, 'site' | 'prompt' | 'accent' | 'time_zone'>[]>`
			select s.name as site, coalesce(r.content ->> 'name', p.survey_id) as prompt,
			       s.settings #>> '{appearance,accent}' as accent, app.site_time_zone(s.id) as time_zone
			from app.sites s
			join app.prompts p on p.site_id = s.id and p.id = ${prompt}
			left join app.revisions r on r.site_id = s.id and r.prompt_id = p.id
				and r.number = any((select app.list_published_revisions(${site}, ${prompt}))::integer[])
			where s.id = ${site} order by r.number desc nulls last limit 1`,
		summarizeByDay(tx, scope, now),
		readVersions(tx, scope),
	]);
	const { summary } = counted;
	// They may name people, and the holder of a link may be anyone.
	const { account, trait, condition, ...shown } = filter;
	const named = {
		...names!,
		filter: Object.keys(shown).length === 0 ? null : (shown as SavedFilter),
		of_some: [account, trait, condition].some((part) => part !== undefined),
		least,
		counted: summary.counted,
	};
	// The difference between two calls could reveal a group below five.
	if (summary.counted < 1) return { ...named, ...nothing };
	const current = summary.responses < least ? nothing : shareFigures(summary, versions);
	const released = await readReleased(tx, { site, prompt, filter }, scope);
	const themes =
		current.responses === null ? [] : await countThemes(tx, scope, released?.figures.themes ?? []);
	const figures = await release(
		tx,
		{ site, prompt, filter },
		released,
		{ current, counted, themes },
		now,
	);
	const [texts, quotes] = words
		? await Promise.all([readTexts(tx, scope), readQuotes(tx, scope, figures.themes)])
		: [];
	return {
		...named,
		...figures,
		questions: figures.questions.map(({ base: _, ...one }) => ({
			...one,
			texts: texts && one.answered !== null ? (texts.get(one.id) ?? []) : null,
		})),
		themes: figures.themes.map(({ id, ...theme }) => ({
			...theme,
			quotes: quotes ? (quotes.get(id) ?? []) : null,
		})),
	};
}

const least = limits.results.sharedLeast;
const nothing = {
	responses: null,
	displays: null,
	answered: null,
	response_rate: null,
	questions: [],
	themes: [],
};

/** Figures as they are stored. Those of earlier versions of the service have neither themes nor trends. */
type Stored = Figures & { themes: Theme[] };
type Released = { figures: Stored; at: string; arrived: number };

async function readReleased(
	tx: Tx,
	{ site, prompt, filter }: About,
	scope: Scope,
): Promise<Released | undefined> {
	const [row] = await tx<(Omit<Released, 'figures'> & { figures: Figures & Partial<Stored> })[]>`
		select f.figures, f.released_at::text as at, (
			select count(*) from app.responses r
			where ${responsesWithin(tx, scope)} and r.created_at > f.released_at)::int as arrived
		from app.released_figures f
		where f.site_id = ${site} and f.prompt_id = ${prompt}
		  and f.filter = app.hash_filter(${tx.json(filter as JsonValue)})`;
	if (!row) return undefined;
	const questions = row.figures.questions.map((one) =>
		'base' in one ? one : Object.assign(one, { trend: [], base: null }),
	);
	return { ...row, figures: { ...row.figures, questions, themes: row.figures.themes ?? [] } };
}

type Now = { current: Figures; counted: ByDay; themes: readonly Theme[] };

/** The figures that links with this filter show: those that were released, until enough answers have come since. */
async function release(
	tx: Tx,
	{ site, prompt, filter }: About,
	released: Released | undefined,
	{ current, counted, themes: found }: Now,
	now: number,
): Promise<Stored> {
	if (!released && current.responses === null) return nothing;
	const next = released ? advanceFigures(released.figures, current, released.arrived) : current;
	const themes = advanceThemes(released?.figures.themes ?? [], found);
	const isSame = JSON.stringify(themes) === JSON.stringify(released?.figures.themes);
	if (!next && isSame) return released!.figures;
	const figures = next
		? { ...next, questions: addTrends(next.questions, { released, current, counted, filter }) }
		: released!.figures;
	const [stored] = await tx<{ figures: Stored }[]>`
		select app.release_figures(${site}, ${prompt}, ${tx.json(filter as JsonValue)},
			${tx.json({ ...figures, themes } as JsonValue)}, ${released?.at ?? null}::timestamptz,
			-- Themes alone change without new answers, which are counted from the last figures on.
			${next ? tx`${new Date(now)}::timestamptz` : tx`${released!.at}::timestamptz`}) as figures`;
	return stored!.figures;
}

/** The questions whose figures advance get a trend, or a longer one; the others keep theirs. */
function addTrends(
	questions: readonly Shown[],
	{
		released,
		current,
		counted: { summary, asked, days },
		filter,
	}: Omit<Now, 'themes'> & { released: Released | undefined } & Pick<About, 'filter'>,
): Shown[] {
	// While the beginning of the period moves, answers leave that a point would still count.
	if (filter.days !== undefined) return [...questions];
	const today = days.at(-1);
	return questions.map((one) => {
		const at = current.questions.indexOf(one);
		if (at < 0 || one.answered === null || today === undefined) return one;
		const former = released?.figures.questions.find((other) => isSameQuestion(other, one));
		const { counts } = summary.questions[at]!;
		const { question, given } = asked[at]!;
		if (!former && !released) return { ...one, ...startTrend(question, given, days) };
		// Nobody recorded when earlier figures were shown, so earlier points could reveal the answers between two of them.
		if (!former?.base) return { ...one, trend: [], base: { day: today, counts } };
		const { trend, base } = former;
		return { ...one, ...extendTrend(question, { trend, base }, counts, today) };
	});
}

/** The newest texts by question. */
async function readTexts(tx: Tx, scope: Scope): Promise<Map<string, string[]>> {
	const rows = await tx<{ question: string; text: string }[]>`
		select question_id as question, text from (
			select t.question_id, t.text, r.created_at,
			       row_number() over (partition by t.question_id order by r.created_at desc, r.display_id) as place
			from app.responses r
			join app.text_answers t on t.site_id = r.site_id and t.display_id = r.display_id
			where ${responsesWithin(tx, scope)}) newest
		where place <= ${limits.results.sharedTexts}
		order by question_id, place`;
	const texts = new Map<string, string[]>();
	for (const { question, text } of rows) {
		texts.set(question, [...(texts.get(question) ?? []), text]);
	}
	return texts;
}
