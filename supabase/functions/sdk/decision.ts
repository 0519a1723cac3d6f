import { localizePrompt } from '@feedback/contract';

import { displaySecret } from './display-secret.ts';
import type { Decided, Visit } from './database.ts';
import type { Head } from './told.ts';
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
	service.prompts.set(display, content, now, remembered);
	return {
		reason: 'displayed',
		display: {
			id: display,
			secret: displaySecret(service.keyring, display),
			prompt: localizePrompt(content, revision, visit.context.languages, site.settings.appearance),
		},
		...facts,
	};
}

/**
 * What the page may know before it has read the answer: `201` says that a display is reserved for it, also
 * when a request that reserved it is repeated; `Retry-After` throttles it.
 */
export function tellAhead(decided: Decided | undefined): Head {
	if (decided?.reason === 'displayed') return { status: 201 };
	if (!decided || !('retryAfter' in decided) || !decided.retryAfter) return {};
	const seconds = Math.max(1, Math.ceil(decided.retryAfter));
	return { headers: { 'retry-after': String(seconds) } };
}
