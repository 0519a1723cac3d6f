import { createHash } from 'node:crypto';

import { limits, parseJson } from '@feedback/contract';

import type { Outgoing } from '../../_shared/outgoing/outgoing.ts';

/** Milliseconds for all requests of one attempt, which must end before its lease does. */
const attemptMs = 25_000;

/** A list of issues contains their whole texts. */
const answerLimits = { bytes: 8_000_000, depth: 20, values: 100_000, keys: 100_000 };

export type TrackerAnswer = { status: number; headers: Headers; body: unknown };

export type TrackerRequest = { method: 'GET' | 'POST'; path: string; body?: unknown };

/** The API of a tracker during one attempt. Remembers what the log of attempts contains. */
export class TrackerApi {
	/** Of the last answer; null without one. */
	status: number | null = null;
	/** Bytes of the last body that was sent, and its hash. */
	bytes = 0;
	sha256: string | null = null;
	readonly #outgoing: Outgoing;
	readonly #origin: string;
	readonly #headers: Readonly<Record<string, string>>;
	readonly #until = performance.now() + attemptMs;

	constructor(outgoing: Outgoing, origin: string, headers: Readonly<Record<string, string>>) {
		[this.#outgoing, this.#origin, this.#headers] = [outgoing, origin, headers];
	}

	/** Rejects with an `OutgoingError` if there is no answer. */
	async send({ method, path, body }: TrackerRequest): Promise<TrackerAnswer> {
		const text = body === undefined ? undefined : JSON.stringify(body);
		this.status = null;
		if (text !== undefined) {
			this.bytes = Buffer.byteLength(text);
			this.sha256 = createHash('sha256').update(text).digest('hex');
		}
		const left = this.#until - performance.now();
		const answer = await this.#outgoing.send({
			url: new URL(path, this.#origin),
			method,
			headers: {
				'user-agent': 'Feedback-Issues/1',
				...this.#headers,
				...(text !== undefined && { 'content-type': 'application/json' }),
			},
			...(text !== undefined && { body: text }),
			timeoutMs: Math.max(1, Math.min(left, limits.delivery.timeoutSeconds * 1_000)),
			maxBytes: answerLimits.bytes,
			longer: 'fails',
		});
		this.status = answer.status;
		return { status: answer.status, headers: answer.headers, body: readBody(answer.text) };
	}
}

/** Undefined for a page that is no JSON, such as that of a proxy. */
function readBody(text: string): unknown {
	try {
		return parseJson(text, answerLimits);
	} catch {
		return undefined;
	}
}
