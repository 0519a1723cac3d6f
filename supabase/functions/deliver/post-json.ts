import { createHash } from 'node:crypto';

import { limits } from '@feedback/contract';

import type { OutgoingResponse } from '../_shared/outgoing/network.ts';
import { OutgoingError } from '../_shared/outgoing/outgoing-error.ts';
import type { Outgoing } from '../_shared/outgoing/outgoing.ts';
import { misconfigured, outcomeOf, type Attempt } from './attempt.ts';
import { cut } from './email/plain-text.ts';
import { hideAddress } from './hide-address.ts';
import { readRetryAfter } from './retry-after.ts';

const { timeoutSeconds, responseBytes, error: errorCharacters } = limits.delivery;

/** Posts a JSON text. Never rejects: failures are returned as the outcome of the attempt. */
export async function postJson(
	outgoing: Outgoing,
	url: string,
	body: string,
	headers: Readonly<Record<string, string>>,
): Promise<Attempt> {
	const begun = performance.now();
	const finish = (given: Pick<Attempt, 'outcome'> & Partial<Attempt>): Attempt => ({
		status: null,
		bytes: Buffer.byteLength(body),
		sha256: createHash('sha256').update(body).digest('hex'),
		error: null,
		retryAfterSeconds: null,
		gone: false,
		sentTo: [],
		milliseconds: Math.round(performance.now() - begun),
		...given,
	});
	try {
		const response = await outgoing.send({
			url: new URL(url),
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body,
			timeoutMs: timeoutSeconds * 1_000,
			maxBytes: responseBytes,
			longer: 'is cut',
		});
		return finish(judge(response, new URL(url)));
	} catch (error) {
		if (!(error instanceof OutgoingError)) throw error;
		const outcome = outcomeOf(error);
		if (outcome === 'misconfigured') return misconfigured(error.message);
		return finish({ outcome, error: error.message });
	}
}

function judge(
	{ status, headers, text }: OutgoingResponse,
	url: URL,
): Pick<Attempt, 'outcome'> & Partial<Attempt> {
	if (status >= 200 && status < 300) return { outcome: 'delivered', status };
	const said = hideAddress(oneLine(text), url);
	const error =
		status >= 300 && status < 400
			? `It answered with ${status}. Redirects are not followed.`
			: `It answered with ${status}${said === '' ? '.' : `: ${said}`}`;
	return {
		outcome: 'rejected',
		status,
		gone: status === 410,
		error: cut(error, errorCharacters),
		retryAfterSeconds: readRetryAfter(headers.get('retry-after'), new Date()),
	};
}

// Control characters must not appear in a log line.
function oneLine(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
