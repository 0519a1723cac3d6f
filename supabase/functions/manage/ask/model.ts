import { limits, parseJson, ServiceError } from '@feedback/contract';
import { z } from 'zod';

import { count } from '../../_shared/metrics.ts';
import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';
import type { OutgoingResponse } from '../../_shared/outgoing/network.ts';
import { OutgoingError, type OutgoingFailure } from '../../_shared/outgoing/outgoing-error.ts';

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string };

export type ModelRequest = {
	messages: readonly ModelMessage[];
	/** Name and JSON Schema of the reply. */
	reply: { name: string; schema: object };
	/** Milliseconds for the reply. */
	timeoutMs: number;
};

/** A language model behind an API compatible with OpenAI's chat completions. */
export type Model = {
	name: string;
	/** Host of the API, with its port. */
	host: string;
	/** The text of its reply, which may be anything. Throws `model_unavailable`. */
	complete(request: ModelRequest): Promise<string>;
};

export type ModelSettings = {
	/** Base of the API, such as `https://api.openai.com/v1`. */
	url: URL;
	name: string;
	key?: string | undefined;
};

/** Why a model gave no reply: the cause of `model_unavailable`. */
export class ModelFailure extends Error {
	override readonly name = 'ModelFailure';
	/** The status of its response, what kept it from responding, or that the response is no chat completion. */
	readonly reason: number | OutgoingFailure | 'no_completion';

	/** @param message a part of a sentence, never in words of the model */
	constructor(reason: ModelFailure['reason'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.reason = reason;
	}
}

const completionSchema = z.object({
	choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

const refusalSchema = z.object({ error: z.object({ param: z.string().nullish() }) });

/** Values of the request that some models refuse, each with what is sent instead. */
const substitutes: Record<string, { given: object; instead: object }> = {
	// Models that reason count their thoughts, under another name.
	max_tokens: {
		given: { max_tokens: limits.ask.tokens },
		instead: { max_completion_tokens: limits.ask.tokens },
	},
	temperature: { given: { temperature: 0 }, instead: {} },
};

const jsonLimits = { bytes: limits.ask.bytes, depth: 16, values: 2_000, keys: 2_000 };

export function createModel({ url, name, key }: ModelSettings, outgoing: Outgoing): Model {
	const endpoint = new URL(url);
	endpoint.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
	/** What this model refused before. */
	const refused = new Set<string>();

	const send = async ({ messages, reply, timeoutMs }: ModelRequest): Promise<OutgoingResponse> =>
		outgoing.send({
			url: endpoint,
			method: 'POST',
			headers: {
				accept: 'application/json',
				'content-type': 'application/json',
				...(key !== undefined && { authorization: `Bearer ${key}` }),
			},
			body: JSON.stringify({
				model: name,
				messages,
				response_format: {
					type: 'json_schema',
					json_schema: { name: reply.name, strict: true, schema: reply.schema },
				},
				...Object.assign(
					{},
					...Object.entries(substitutes).map(([parameter, { given, instead }]) =>
						refused.has(parameter) ? instead : given,
					),
				),
			}),
			timeoutMs,
			maxBytes: limits.ask.bytes,
			longer: 'fails',
		});

	const complete = async (request: ModelRequest): Promise<string> => {
		const until = performance.now() + request.timeoutMs;
		for (;;) {
			const timeoutMs = until - performance.now();
			if (timeoutMs < 1) throw new ModelFailure('timeout', 'it took too long');
			const response = await send({ ...request, timeoutMs }).catch((error: unknown) => {
				if (!(error instanceof OutgoingError)) throw error;
				const why = lowerFirst(error.message.replace(/\.$/, ''));
				throw new ModelFailure(error.failure, why, { cause: error });
			});
			if (response.status === 200) return readContent(response.text);
			const parameter = findRefused(response);
			if (parameter === undefined || refused.has(parameter)) {
				throw new ModelFailure(response.status, `it answered with status ${response.status}`);
			}
			refused.add(parameter);
		}
	};

	return {
		name,
		host: url.host,
		async complete(request) {
			try {
				const text = await complete(request);
				count('modelRequests', 'replied');
				return text;
			} catch (error) {
				if (!(error instanceof ModelFailure)) throw error;
				const { reason } = error;
				count('modelRequests', typeof reason === 'number' ? 'refused' : reason);
				throw unavailable(error);
			}
		},
	};
}

/** The parameter that the model refuses and that can be replaced; undefined for another problem. */
function findRefused({ status, text }: OutgoingResponse): string | undefined {
	if (status !== 400) return undefined;
	const { data } = refusalSchema.safeParse(tryParse(text));
	const parameter = data?.error.param;
	return parameter && Object.hasOwn(substitutes, parameter) ? parameter : undefined;
}

function readContent(text: string): string {
	const { data } = completionSchema.safeParse(tryParse(text));
	if (!data) throw new ModelFailure('no_completion', 'its response is no chat completion');
	return data.choices[0]!.message.content ?? '';
}

function tryParse(text: string): unknown {
	try {
		return parseJson(text, jsonLimits);
	} catch {
		return undefined;
	}
}

function unavailable(cause: ModelFailure): ServiceError {
	return new ServiceError('model_unavailable', {
		message: `The language model of this service is not available: ${cause.message}.`,
		hint: 'Try again in a moment, or set the filter by hand. The operator of the service configures the model.',
		cause,
	});
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
