import {
	limits,
	ServiceError,
	type Question,
	type RouteOutput,
	type SavedFilter,
	type SharedResults,
	type Version,
} from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import { hashToken, isToken } from '../../_shared/secrets/connection-token.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { startOfDays } from '../filters/start-of-days.ts';
import type { Service } from '../service.ts';
import { readVersions, responsesWithin } from '../results/read-figures.ts';
import type { Scope } from '../results/scope.ts';
import { summarize } from '../results/summarize.ts';
import { advanceFigures, type Figures } from './advance-figures.ts';
import { hideScale, hideSmallGroups, tellsSmallGroup } from './hide-small-groups.ts';

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
	{ sql, keyring, clock }: Pick<Service, 'sql' | 'keyring' | 'clock'>,
	request: Request,
): Promise<SharedResults> {
	const token = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
	const now = clock();
	const link =
		token !== undefined && isToken('fbl_', token)
			? await openLink(sql, hashToken(keyring, token), now)
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
		sql,
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
	sql: Service['sql'],
	hash: Uint8Array,
	now: number,
): Promise<Opened | undefined> {
	const [row] = await sql<{ link: Opened | null }[]>`
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
	const [[names], summary, versions] = await Promise.all([
		tx<Pick<SharedResults, 'site' | 'prompt' | 'accent' | 'time_zone'>[]>`
			select s.name as site, r.content ->> 'name' as prompt, s.settings #>> '{appearance,accent}' as accent,
			       app.site_time_zone(s.id) as time_zone
			from app.sites s
			join app.revisions r on r.site_id = s.id and r.prompt_id = ${prompt}
			where s.id = ${site} and r.number = any((select app.list_published_revisions(${site}, ${prompt}))::integer[])
			order by r.number desc limit 1`,
		summarize(tx, scope, now),
		readVersions(tx, scope),
	]);
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
	const figures = await release(tx, { site, prompt, filter }, scope, current, now);
	const texts = words ? await readTexts(tx, scope) : undefined;
	const questions = figures.questions.map((one) => ({
		...one,
		texts: texts && one.answered !== null ? (texts.get(one.id) ?? []) : null,
	}));
	return { ...named, ...figures, questions };
}

const least = limits.results.sharedLeast;
const nothing: Figures = {
	responses: null,
	displays: null,
	answered: null,
	response_rate: null,
	questions: [],
};

/** The figures that links with this filter show: those that were released, until enough answers have come since. */
async function release(
	tx: Tx,
	{ site, prompt, filter }: About,
	scope: Scope,
	current: Figures,
	now: number,
): Promise<Figures> {
	const key = tx.json(filter as JsonValue);
	const [released] = await tx<{ figures: Figures; at: string; arrived: number }[]>`
		select f.figures, f.released_at::text as at, (
			select count(*) from app.responses r
			where ${responsesWithin(tx, scope)} and r.created_at > f.released_at)::int as arrived
		from app.released_figures f
		where f.site_id = ${site} and f.prompt_id = ${prompt} and f.filter = app.hash_filter(${key})`;
	if (!released && current.responses === null) return current;
	const next = released ? advanceFigures(released.figures, current, released.arrived) : current;
	if (!next) return released!.figures;
	const [stored] = await tx<{ figures: Figures }[]>`
		select app.release_figures(${site}, ${prompt}, ${key}, ${tx.json(next as JsonValue)},
			${released?.at ?? null}::timestamptz, ${new Date(now)}) as figures`;
	return stored!.figures;
}

/** The figures without groups that are too small. */
function shareFigures(
	{ responses, displays, answered, response_rate, questions }: RouteOutput<'summarizeResponses'>,
	versions: Version[],
): Figures {
	const shared = questions.map((one) => {
		const { id, type, title, scale, revisions, variants } = one;
		const asked = versions
			.find((it) => it.revision === revisions[0] && it.variant === (variants[0] ?? null))
			?.questions.find((question) => question.id === id);
		const shown = one.answered >= least;
		return {
			id,
			type,
			title,
			scale,
			revisions,
			wordings: one.wordings.map((wording) => wording.title),
			answered: shown ? one.answered : null,
			counts: shown ? shareCounts(one, asked) : [],
			mean: shown && one.type !== 'nps' ? one.mean : null,
			nps: shown ? one.nps : null,
			top_two:
				shown && one.top_two && !tellsSmallGroup(one.top_two.value, one.answered)
					? one.top_two
					: null,
			texts: null,
		};
	});
	return { responses, displays, answered, response_rate, questions: shared };
}

type Counted = { type: string; scale: number | null; counts: Record<string, number> };

function shareCounts({ type, scale, counts }: Counted, asked: Question | undefined) {
	const isScale = type === 'nps' || scale !== null;
	const labels = new Map(
		asked && 'options' in asked ? asked.options.map(({ value, label }) => [value, label]) : [],
	);
	labels.set('true', 'Yes').set('false', 'No').set('(other)', 'Other');
	const known = listValues(type, scale, asked);
	const values = [...new Set([...known, ...Object.keys(counts)])];
	const given = values.map((value) => counts[value] ?? 0);
	const shared = isScale ? hideScale(given) : hideSmallGroups(given);
	return values.map((value, at) => ({
		value,
		label: labels.get(value) ?? value,
		count: shared[at]!,
	}));
}

function listValues(type: string, scale: number | null, asked: Question | undefined): string[] {
	if (type === 'nps') return Array.from({ length: 11 }, (_, at) => String(at));
	if (scale !== null) return Array.from({ length: scale }, (_, at) => String(at + 1));
	return asked && 'options' in asked ? asked.options.map(({ value }) => value) : [];
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
