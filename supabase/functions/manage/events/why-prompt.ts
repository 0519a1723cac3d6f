import {
	advice,
	describeDecisions,
	listChanges,
	ServiceError,
	type ExplainedPrompt,
	type RouteOutput,
} from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import { findPrompt } from '../prompts/prompt-summary.ts';
import { findPromptWarnings } from '../prompts/prompt-warnings.ts';
import { findEvents, keyOf, walk } from './events.ts';
import type { Operation } from '../operation/operation.ts';
import { readLauncher } from '../sites/launcher.ts';

type Explained = { visitor: string; events: string[]; candidates: ExplainedPrompt[] };

export const whyPrompt: Operation<'whyPrompt'> = {
	access: 'read only',
	async run({ tx, service }, { site, prompt, visitor, account, at }) {
		if ((visitor === undefined) === (account === undefined)) {
			throw new ServiceError('invalid_request', {
				field: 'account',
				message: 'Exactly one of account and visitor must be given.',
			});
		}
		const { summary } = await findPrompt(tx, site, prompt);
		const { survey_id, state, events: names } = summary;
		const [row] = await tx<{ why: Explained | null }[]>`
			select app.why_prompt(${site}, ${prompt}, ${visitor ?? null}, ${account ?? null}, ${at ?? null},
				${new Date(service.clock())}) as why`;
		if (!row?.why) {
			const field = visitor === undefined ? 'account' : 'visitor';
			throw new ServiceError('not_found', { message: `The site knows no such ${field}.`, field });
		}
		const { why } = row;
		const events = await findEvents(tx, site, why.events);
		const wasTriggered = events.length > 0;
		const own = why.candidates.filter((candidate) => candidate.survey_id === survey_id);
		const decision = describeDecisions(own)[0] ?? null;
		return {
			survey_id,
			state,
			visitor: why.visitor,
			basis: at !== undefined ? 'event' : wasTriggered ? 'repeated' : 'show',
			decision,
			changes: listChanges({
				state,
				names,
				isOpened: await isOpenedByLauncher(tx, site, survey_id),
				days: 30,
				wasTriggered,
				decision,
			}),
			events,
		} as const;
	},
};

type Step = RouteOutput<'getReasons'>['reasons'][number];
type StepRow = Step & { is_own: boolean; looked_at: number };

export const getReasons: Operation<'getReasons'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx, service }, { site, prompt, days }) {
		const found = await findPrompt(tx, site, prompt);
		const { survey_id, state, events: names } = found.summary;
		const from = new Date(service.clock() - days * 86_400_000);
		// A row without events if no examined event has one of the names.
		const read = await tx<StepRow[]>`
			with newest as materialized (
				select e.id, e.name, e.reason, e.prompt from app.events e
				where e.site = ${keyOf(tx, site)} and e.id >= app.id_from(${from})
				order by e.id desc limit ${walk}
			), looked as (select count(*)::int as looked_at from newest)
			select n.reason::text as reason, p.survey_id, coalesce(p.id = ${prompt}, false) as is_own,
			       count(n.id)::int as events, (array_agg(n.id order by n.id desc))[1] as example, l.looked_at
			from looked l left join newest n on n.name = any(${names})
			left join app.prompts p on p.site_id = ${site} and p.key = n.prompt
			group by n.reason, p.survey_id, p.id, l.looked_at
			order by count(n.id) desc, n.reason, p.survey_id`;
		const rows = read.filter(({ events }) => events > 0);
		const sampled = read[0]!.looked_at >= walk;
		const isDisplay = (row: StepRow) => row.is_own && row.reason === 'displayed';
		const steps = rows.filter((row) => !isDisplay(row));
		const count = (some: StepRow[]) => some.reduce((sum, { events }) => sum + events, 0);
		const events = count(rows);
		const launcher = await isOpenedByLauncher(tx, site, survey_id);
		const shown = names.length === 0 ? await countShown(tx, { site, prompt, from }) : null;
		const isOpened = launcher || (shown ?? 0) > 0;
		const wasTriggered = events > 0 || sampled;
		return {
			survey_id,
			state,
			days,
			names,
			launcher,
			shown,
			events,
			displayed: count(rows.filter(isDisplay)),
			reasons: steps.map(({ reason, survey_id: about, events: number, example }) => ({
				reason,
				survey_id: about,
				events: number,
				example,
			})),
			...findFirst({ state, names, isOpened, days, wasTriggered }, steps),
			warnings: await findPromptWarnings(tx, site, found, service.clock()),
			sampled,
		};
	},
};

async function isOpenedByLauncher(tx: Tx, site: string, surveyId: string): Promise<boolean> {
	const { launcher } = await readLauncher(tx, site);
	return launcher?.survey_id === surveyId;
}

async function countShown(
	tx: Tx,
	{ site, prompt, from }: { site: string; prompt: string; from: Date },
): Promise<number> {
	const [row] = await tx<{ shown: number }[]>`
		select count(*)::int as shown from app.displays
		where site_id = ${site} and prompt_id = ${prompt} and reserved_at >= ${from}
		  and displayed_at is not null`;
	return row!.shown;
}

type First = Pick<RouteOutput<'getReasons'>, 'first' | 'first_reason'>;
type Situation = Omit<Parameters<typeof listChanges>[0], 'decision'>;

/** For events with the names of its trigger that triggered no prompt when they arrived. */
const untriggered =
	'Wait for the next event: these came before the prompt was published, or not from the source of its trigger.';

/** The first thing to do about a prompt: what stops all of it, or what stopped it most often. */
function findFirst(situation: Situation, steps: StepRow[]): First {
	const [first] = listChanges({ ...situation, decision: null });
	if (first !== undefined) return { first, first_reason: null };
	// A reason about another prompt says that it came first only if it was displayed or waits.
	const won = ({ is_own: isOwn, survey_id: about, reason }: StepRow) =>
		!isOwn && about !== null && (reason === 'displayed' || reason === 'waiting');
	const most = steps.find((step) => step.is_own || step.survey_id === null || won(step));
	if (!most?.reason) return { first: null, first_reason: null };
	if (most.reason === 'no_prompt') return { first: untriggered, first_reason: 'no_prompt' };
	const reason = won(most) ? 'lost_priority' : most.reason;
	return { first: advice[reason], first_reason: reason };
}
