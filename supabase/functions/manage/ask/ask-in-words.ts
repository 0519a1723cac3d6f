import { limits, ServiceError } from '@feedback/contract';

import { RetryLater } from '../../_shared/http/reply.ts';
import type { Buckets } from '../../_shared/http/bucket.ts';
import type { Operation } from '../operation/operation.ts';
import { requirePrompt } from '../prompts/prompt-summary.ts';
import { describeQuery } from './describe-query.ts';
import { isSwitchedOn } from './get-ask-in-words.ts';
import type { Model } from './model.ts';
import { readCatalog, type Catalog } from './read-catalog.ts';
import { readReply, replyJsonSchema, type ReadReply } from './reply.ts';
import { isEmpty, resolveReply, type ResolvedReply } from './resolve-reply.ts';
import { writeCorrection, writeMessages } from './write-messages.ts';
import { writeRequests } from './write-requests.ts';

export const askInWords: Operation<'askInWords'> = {
	access: 'calls out',
	async run(context, { site, question, prompt }) {
		const { person, service, read, record } = context;
		const { questions, clock } = service;
		take(questions.person, person.id, clock());
		const catalog = await read(async (tx) => {
			const model = requireModel(service.model, await isSwitchedOn(tx, site));
			if (prompt !== undefined) await requirePrompt(tx, site, prompt);
			return { ...(await readCatalog(tx, site, prompt)), model };
		});
		take(questions.site, site, clock());
		const asked = { question, prompt, now: clock() };
		const { query, leftOut } = await translate(catalog.model, catalog, asked).catch(
			async (error: unknown) => {
				if (error instanceof ServiceError) await record(outcomes[error.code] ?? error.code);
				throw error;
			},
		);
		const { survey_id: surveyId } = catalog.prompts.find(({ id }) => id === query.prompt) ?? {};
		await record(describeQuery(query, surveyId));
		const { timeZone } = catalog;
		return {
			query,
			left_out: leftOut,
			requests: writeRequests(site, query, { timeZone, now: asked.now }),
		};
	},
};

const outcomes: Partial<Record<ServiceError['code'], string>> = {
	not_understood: 'not understood',
	model_unavailable: 'the model was not available',
};

type Asked = { question: string; prompt: string | undefined; now: number };

/** Asks the model for a query, and once more if its reply cannot be used. Keeps what is usable of the last reply. */
async function translate(
	model: Model,
	catalog: Catalog,
	{ question, prompt, now }: Asked,
): Promise<ResolvedReply> {
	const until = performance.now() + limits.ask.milliseconds;
	const messages = writeMessages(catalog, question, now);
	const asking = async (): Promise<ReadReply & { text: string } & ResolvedReply> => {
		const text = await model.complete({
			messages,
			reply: { name: 'query', schema: replyJsonSchema },
			timeoutMs: until - performance.now(),
		});
		const given = readReply(text);
		return { text, ...given, ...resolveReply(given.reply, catalog, prompt) };
	};
	let last = await asking();
	for (let replies = 1; replies < limits.ask.replies && isWrong(last); replies++) {
		messages.push(...writeCorrection(last.text, [...last.wrong, ...last.leftOut]));
		const first = last;
		// What the first reply was good for is better than an error.
		last = await asking().catch((error: unknown) => {
			if (error instanceof ServiceError) return first;
			throw error;
		});
	}
	const { reply, wrong, query, leftOut } = last;
	const isNothing = isEmpty({ ...query, prompt: prompt === undefined ? query.prompt : null });
	if (!reply.answerable || (isNothing && (wrong.length > 0 || leftOut.length > 0))) {
		throw notUnderstood(leftOut);
	}
	return { query, leftOut: wrong.length > 0 ? [...leftOut, unreadable] : leftOut };
}

const unreadable = 'Parts of the question: the model did not express them as a filter.';

function isWrong({ reply, wrong, leftOut }: ReadReply & ResolvedReply): boolean {
	return reply.answerable && (wrong.length > 0 || leftOut.length > 0);
}

function notUnderstood(leftOut: readonly string[]): ServiceError {
	return new ServiceError('not_understood', {
		field: 'question',
		message: ['The question could not be translated into a filter.', ...leftOut].join(' '),
		hint: 'Ask about responses: to a prompt, in a period, with a score, an answer, a trait, a page, a device, a language, a tag or words. For example: What do detractors of the last 30 days say about exports?',
	});
}

/** The model, if questions may be asked. */
function requireModel(model: Model | undefined, isOn: boolean): Model {
	if (!model) {
		throw new ServiceError('conflict', {
			message: 'This service has no language model, so it cannot read questions in words.',
			hint: 'The operator of the service configures one. Until then, set the filter by hand.',
		});
	}
	if (isOn) return model;
	throw new ServiceError('conflict', {
		message: 'Asking in words is switched off at this site.',
		hint: 'An owner switches it on in the settings of the site: General, Ask in words.',
	});
}

function take(buckets: Buckets, key: string, now: number): void {
	const seconds = buckets.take(key, now);
	if (seconds > 0)
		throw new RetryLater(seconds, { message: 'Too many questions in a short time.' });
}
