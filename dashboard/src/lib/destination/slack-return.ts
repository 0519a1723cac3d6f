import type { SlackChannel } from '@feedback/contract';

import type { DestinationDraft } from './destination-draft.svelte.ts';
import type { TypedDestination } from './typed-destination.ts';

/** What Slack returned: a channel, or a sentence that says what to do. */
export type SlackOutcome = { authorization: string; channel: SlackChannel } | { problem: string };

/** A form that a person left for Slack, in this tab. */
type LeftForm = {
	/** UUID. */
	site: string;
	/** Slack repeats it. */
	state: string;
	/** Path of the form. */
	path: string;
	typed: Partial<TypedDestination>;
	outcome?: SlackOutcome;
};

const key = 'feedback-slack';

/** Keeps a form for the return from Slack, without a webhook URL, which is a secret. */
export function leaveForm(form: LeftForm): void {
	const { url: _, ...typed } = form.typed;
	sessionStorage.setItem(key, JSON.stringify({ ...form, typed }));
}

/** The form that this tab left for Slack with this state; undefined for a page that something else opened. */
export function findLeftForm(state: string | null): LeftForm | undefined {
	const form = readLeftForm();
	return form?.state === state ? form : undefined;
}

/** Fills in a form to which the person returned. Once: a reload of the page begins without it. */
export function resumeForm(draft: DestinationDraft, path: string): void {
	const form = readLeftForm();
	if (form?.path !== path) return;
	sessionStorage.removeItem(key);
	Object.assign(draft.typed, form.typed);
	const { outcome } = form;
	if (outcome && 'problem' in outcome) draft.slackProblem = outcome.problem;
	else if (outcome) {
		const { authorization, channel } = outcome;
		const name = draft.typed.name.trim() === '' ? channel.name : draft.typed.name;
		Object.assign(draft.typed, { url: authorization, channel, name });
	}
}

function readLeftForm(): LeftForm | undefined {
	// Only this module writes it.
	const text = sessionStorage.getItem(key);
	return text === null ? undefined : (JSON.parse(text) as LeftForm);
}
