import {
	answersOnPath,
	findAnswerIssues,
	isSkipped,
	listAnswerTraits,
	selectAnswerContext,
	ServiceError,
	withoutBlanks,
} from '@feedback/contract';
import type { Answers, Prompt } from '@feedback/contract';

import { count } from '../_shared/metrics.ts';
import type { Statements } from '../../../database/statement.ts';
import { loadDisplayedPrompt, moveDisplay } from './database.ts';
import { checkDisplaySecret } from './display-secret.ts';
import type { Result } from './result.ts';
import { hashSender, type Call } from './request-context.ts';
import { storeAnswers } from './store-answers.ts';
import type {
	AnswerResponse,
	AnswerRequest,
	DisplayResponse,
	DisplayRequest,
} from '../../../contract/src/wire.ts';

const maxAgeMs = 60 * 60_000;

/** `POST /sdk/display`: the SDK reports the state of a display. */
export async function reportDisplay(
	call: Call,
	{ display, secret, state, reason, days }: DisplayRequest,
): Promise<Result<DisplayResponse>> {
	const { service, sql, site, now } = call;
	checkDisplaySecret(service.keyring, display, secret);
	if (state === 'postponed') {
		const { ask_later: later } = await findPrompt(service, sql, site.id, display, now);
		if (!later?.choices.some((choice) => choice.days === days)) throw notOffered(later);
	}
	const at = service.clock ? new Date(now) : null;
	const more = { ...hashSender(call), days };
	const moved = await moveDisplay(sql, site.id, display, state, reason ?? null, at, more);
	if (!moved) throw new ServiceError('unknown_display', { field: 'display' });
	count('displays', moved.state);
	if (moved.messages) service.wakeWorker();
	return { body: { state: moved.state, now: moved.now } };
}

/** `POST /sdk/answer`: stores all answers so far, in the order of `seq`; none after the final ones. */
export async function recordAnswers(
	{ service, sql, site, now }: Call,
	{ display, secret, seq, final, answers, context, prefilled }: AnswerRequest,
): Promise<Result<AnswerResponse>> {
	checkDisplaySecret(service.keyring, display, secret);
	const prompt = await findPrompt(service, sql, site.id, display, now);
	const [issue] = findAnswerIssues(prompt.questions, answers, { final });
	if (issue) {
		throw new ServiceError('invalid_answer', {
			field: issue.field,
			message: `${issue.field} ${issue.message}`,
		});
	}
	const at = service.clock ? new Date(now) : null;
	const counted = withoutBlanks(answersOnPath(prompt.questions, answers));
	const about = {
		...selectAnswerContext(context, site.settings.answer_context),
		...(prefilled && {
			prefilled: prefilled.filter((id) => Object.hasOwn(counted, id) && !isSkipped(counted[id])),
		}),
	};
	const traits = final ? listAnswerTraits(prompt.questions, counted) : {};
	const asksForPictures = prompt.questions.some(({ type }) => type === 'screenshot');
	const stored = await storeAnswers(sql, {
		site: site.id,
		display,
		seq,
		final,
		answers: counted,
		now: at,
		context: about,
		traits,
		screenshots: asksForPictures ? listScreenshots(prompt, counted) : undefined,
	});
	if (stored && 'foreign' in stored) throw foreignScreenshot(stored.foreign);
	if (!stored) throw new ServiceError('unknown_display', { field: 'display' });
	if (stored.fresh) count('answers', final ? 'final' : 'partial');
	if (stored.messages > 0) service.wakeWorker();
	const replay = final && seq === stored.seq;
	if (!stored.fresh && stored.final && !replay) throw new ServiceError('already_final');
	return {
		body: { response: stored.response, seq: stored.seq, final: stored.final, now: stored.now },
	};
}

/** The answers that are pictures. */
function listScreenshots({ questions }: Prompt, answers: Answers): Record<string, string> {
	const given = questions.flatMap(({ id, type }): [string, string][] => {
		const answer = answers[id];
		return type === 'screenshot' && typeof answer === 'string' ? [[id, answer]] : [];
	});
	return Object.fromEntries(given);
}

function foreignScreenshot(question: string): ServiceError {
	const field = `answers.${question}`;
	return new ServiceError('invalid_request', {
		field,
		message: `${field} is no picture that was sent for this question and display`,
	});
}

function notOffered(later: Prompt['ask_later']): ServiceError {
	const days = later?.choices.map((choice) => choice.days).join(', ');
	return new ServiceError('invalid_request', {
		field: 'days',
		message: 'days is not a choice of the prompt',
		hint: days ? `The prompt offers ${days}.` : 'The prompt does not offer "Ask me later".',
	});
}

async function findPrompt(
	service: Call['service'],
	sql: Statements,
	site: string,
	display: string,
	now: number,
): Promise<Prompt> {
	const known = service.prompts.get(display, now);
	if (known) return known;
	const prompt = await loadDisplayedPrompt(sql, site, display);
	if (!prompt) throw new ServiceError('unknown_display', { field: 'display' });
	service.prompts.set(display, prompt, now, maxAgeMs);
	return prompt;
}
