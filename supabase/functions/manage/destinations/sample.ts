import {
	takesAnswer,
	type EventType,
	type PayloadData,
	type Prompt,
	type Question,
} from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { AnswerValue, Values } from '../../../../contract/src/wire.ts';

type Scope = { prompts: string[] | null; include_visitor: boolean };
type SamplePrompt = { id: string; revision: number; content: Prompt };

/**
 * Data of a realistic payload, without `url`: about a prompt of the destination, with an answer to each of its
 * questions, and about no visitor.
 */
export async function writeSample(
	tx: Tx,
	site: string,
	type: EventType,
	scope: Scope,
): Promise<JsonValue> {
	const prompt = (await findPrompt(tx, site, scope)) ?? invented;
	return samples[type](prompt, scope) as JsonValue;
}

async function findPrompt(
	tx: Tx,
	site: string,
	{ prompts }: Scope,
): Promise<SamplePrompt | undefined> {
	const [found] = await tx<SamplePrompt[]>`
		select p.id, r.number as revision, r.content
		from app.prompts p
		join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = coalesce(p.published_revision,
			(select max(l.number) from app.revisions l where l.site_id = p.site_id and l.prompt_id = p.id))
		where p.site_id = ${site} and (${prompts}::uuid[] is null or p.id = any(${prompts}::uuid[]))
		order by p.state = 'published' desc, p.updated_at desc, p.id limit 1`;
	return found;
}

/** For a site without a prompt. */
const invented: SamplePrompt = {
	id: '00000000-0000-7000-8000-000000000000',
	revision: 1,
	content: {
		survey_id: 'sample',
		questions: [
			{ id: 'score', type: 'nps' },
			{ id: 'why', type: 'long_text' },
		],
	} as Prompt,
};

type Sample<Type extends EventType> = Omit<PayloadData<Type>, 'url'>;

const samples: {
	[Type in EventType]: (prompt: SamplePrompt, scope: Scope) => Sample<Type>;
} = {
	'response.created': sampleResponse,
	'response.updated': sampleResponse,
	'response.closed': (prompt, scope) => ({ ...sampleResponse(prompt, scope), cause: 'completed' }),
	'prompt.published': (prompt) => ({
		prompt: describePrompt(prompt),
		previous_revision: null,
		resumed: false,
	}),
	'prompt.paused': (prompt) => ({ prompt: describePrompt(prompt) }),
	'budget.reached': (prompt) => ({
		prompt: describePrompt(prompt),
		budget: 'period',
		every: 'day',
		starts_on: new Date().toISOString().slice(0, 10),
		allowed: 100,
	}),
	'approval.requested': (prompt) => ({ ...sampleApproval(prompt), reminder: false }),
	'approval.decided': (prompt) => ({ ...sampleApproval(prompt), state: 'approved' }),
	'approval.expired': sampleApproval,
	'visitor.erased': () => ({ id: crypto.randomUUID(), visitors: [crypto.randomUUID()] }),
};

function sampleResponse(
	prompt: SamplePrompt,
	{ include_visitor }: Scope,
): Sample<'response.created'> {
	const at = new Date().toISOString();
	const traits: Values = { plan: 'pro' };
	return {
		id: crypto.randomUUID(),
		prompt: describePrompt(prompt),
		answers: Object.fromEntries(
			prompt.content.questions
				.filter(takesAnswer)
				.map((question) => [question.id, sampleAnswer(question)]),
		),
		final: true,
		created_at: at,
		updated_at: at,
		visitor: crypto.randomUUID(),
		...(include_visitor && {
			account: 'sample-account',
			traits,
			context: { app_version: '1.0.0' },
		}),
	};
}

function sampleApproval({ id, revision }: SamplePrompt): Sample<'approval.expired'> {
	return {
		id: crypto.randomUUID(),
		action: 'prompt:publish',
		connection: { kind: 'cli', name: 'Sample' },
		prompt: id,
		revision,
		expires_at: new Date(Date.now() + 86_400_000).toISOString(),
	};
}

function describePrompt({ id, revision, content }: SamplePrompt) {
	return { id, survey_id: content.survey_id, revision };
}

function sampleAnswer(question: Question): AnswerValue {
	switch (question.type) {
		case 'rating':
			return Math.max(1, question.scale - 1);
		case 'nps':
			return 9;
		case 'single_choice':
			return question.options[0]!.value;
		case 'multiple_choice':
			return question.options
				.filter(({ exclusive }) => !exclusive)
				.slice(0, Math.max(question.min_choices ?? 1, 1))
				.map(({ value }) => value);
		case 'short_text':
			return 'Faster exports'.slice(0, question.max_length);
		case 'long_text':
			return 'This is a sample: exporting is fast now, but I could not find the filter at first.'.slice(
				0,
				question.max_length,
			);
		case 'yes_no':
		case 'consent':
		case 'message':
			return true;
		case 'screenshot':
			return crypto.randomUUID();
		default:
			return question satisfies never;
	}
}
