import { createHash } from 'node:crypto';

import { ServiceError } from '@feedback/contract';
import type { Prompt, RouteOutput } from '@feedback/contract';

import { findSite } from './sites.ts';
import { author, now } from './state.ts';
import type { State, StoredPrompt } from './state.ts';

type PromptSummary = Omit<RouteOutput<'getPrompt'>, 'latest'>;

/** A prompt as lists show it. */
export function summarize(prompt: StoredPrompt): PromptSummary {
	// The revision that visitors see matters more than a later one.
	const { content } = prompt.revisions.at((prompt.published ?? 0) - 1)!;
	return {
		id: prompt.id,
		survey_id: content.survey_id,
		name: content.name,
		state: prompt.state,
		published_revision: prompt.published,
		latest_revision: prompt.revisions.length,
		priority: content.priority,
		delay_seconds: content.timing.delay_seconds,
		events: content.trigger?.events ?? [],
		published_at: prompt.published === null ? null : now,
		displays: 12,
		unconfirmed: 1,
		answered: 5,
		responses: 5,
		budget: describeBudget(prompt.published === null ? undefined : content.budget),
		updated_at: now,
	};
}

/** The budget with the counts above spent in total, and nothing spent in the current period. */
function describeBudget(budget: Prompt['budget']): PromptSummary['budget'] {
	if (!budget) return null;
	const state = (allowed: number | undefined, spent: number) =>
		allowed === undefined ? null : { allowed, spent, left: Math.max(allowed - spent, 0) };
	const { displays, responses, period } = budget;
	return {
		displays: state(displays, 12),
		responses: state(responses, 5),
		period: period
			? {
					...state(period.displays, 0)!,
					every: period.every,
					starts_on: now.slice(0, 10),
					ends_at: now,
					due: period.paced ? 1 : null,
				}
			: null,
		displays_per_day: null,
	};
}

/** Throws `not_found` when the prompt has no such revision. */
export function revisionOf(prompt: StoredPrompt, revision: number): RouteOutput<'getRevision'> {
	const found = prompt.revisions[revision - 1];
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'There is no such revision.',
			field: 'revision',
		});
	}
	return { revision, ...found, created_at: now, created_by: author };
}

/** Throws `not_found` when the site has no such prompt. */
export function findPrompt(
	state: State,
	{ site, prompt }: { site: string; prompt: string },
): StoredPrompt {
	findSite(state, site);
	const found = state.prompts.find(({ id }) => id === prompt);
	if (!found) {
		throw new ServiceError('not_found', {
			message: 'The site has no such prompt.',
			field: 'prompt',
		});
	}
	return found;
}

export function hash(content: Prompt): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
