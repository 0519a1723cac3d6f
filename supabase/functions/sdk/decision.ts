import { describeDecisions, fillPrompt, localizePrompt, settlePrompt } from '@feedback/contract';

import { count } from '../_shared/metrics.ts';
import { displaySecret } from './display-secret.ts';
import type { RequestContext } from './database.ts';
import type { Decided } from './decided.ts';
import type { ResponseHead } from './result.ts';
import type { Call } from './request-context.ts';
import type { Decision } from '../../../contract/src/wire.ts';

// Longer than a visitor takes to answer. Later, the prompt is read again.
const maxAgeMs = 60 * 60_000;

/** The part of a decision that the page may see: a prompt to draw with its secret, or a reason code. */
export function toDecision(
	{ service, site, now }: Call,
	requestContext: RequestContext,
	decided: Decided,
): Decision {
	count('decisions', decided.reason);
	const facts =
		requestContext.facts_for !== null && decided.facts
			? { facts: describeDecisions(decided.facts) }
			: {};
	if (decided.reason === 'waiting') {
		return { reason: 'waiting', due: decided.due, survey_id: decided.survey_id, ...facts };
	}
	if (decided.reason !== 'displayed') return { reason: decided.reason, ...facts };
	const { display, revision, values, met_branches: met } = decided.reserved;
	const content = settlePrompt(decided.reserved.content, met);
	service.prompts.set(display, content, now, maxAgeMs);
	const prompt = localizePrompt(
		content,
		revision,
		requestContext.context.languages,
		site.settings.appearance,
	);
	return {
		reason: 'displayed',
		display: {
			id: display,
			secret: displaySecret(service.keyring, display),
			prompt: values ? fillPrompt(prompt, values) : prompt,
		},
		...facts,
	};
}

/**
 * The part of the response that the page sees before the body: `201` means that a display is reserved, also when the
 * request that reserved it is repeated; `Retry-After` throttles the page.
 */
export function earlyResponse(decided: Decided | undefined): ResponseHead {
	if (decided?.reason === 'displayed') return { status: 201 };
	if (!decided || !('retryAfter' in decided) || !decided.retryAfter) return {};
	const seconds = Math.max(1, Math.ceil(decided.retryAfter));
	return { headers: { 'retry-after': String(seconds) } };
}
