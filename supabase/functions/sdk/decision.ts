import { localizePrompt } from '@feedback/contract';

import { displaySecret } from './display-secret.ts';
import type { Decided, Visit } from './database.ts';
import type { Call } from './visit.ts';
import type { Decision } from '../../../contract/src/wire.ts';

// Longer than anybody takes to answer; afterwards the prompt is read again.
const remembered = 60 * 60_000;

/** What the page may know of a decision: a prompt to draw with its secret, or a reason code. */
export function tellDecision(
	{ service, site, now }: Call,
	visit: Visit,
	decided: Decided,
): Decision {
	const facts = visit.debug && decided.facts ? { facts: decided.facts } : {};
	if (decided.reason === 'waiting') {
		return { reason: 'waiting', due: decided.due, survey_id: decided.survey_id, ...facts };
	}
	if (decided.reason !== 'displayed') return { reason: decided.reason, ...facts };
	const { display, revision, content } = decided.reserved;
	service.prompts.set(display, content, now + remembered);
	return {
		reason: 'displayed',
		display: {
			id: display,
			secret: displaySecret(service.keyring, display),
			prompt: localizePrompt(content, revision, visit.context.languages, site.settings.look),
		},
		...facts,
	};
}

/** `Retry-After` for a throttled caller. */
export function retryHeaders(decided: Decided | undefined): Record<string, string> {
	if (!decided || !('retryAfter' in decided) || !decided.retryAfter) return {};
	return { 'retry-after': String(Math.max(1, Math.ceil(decided.retryAfter))) };
}
