import { firstEventName } from '#lib/welcome/install-ways.ts';

/** Data from which the checklist derives its steps. */
export type SetupFacts = {
	/** Names of events that the site has received. */
	events: string[];
	prompts: { state: string; displays: number; responses: number }[];
	members: number;
	destinations: number;
};

export type SetupStep = {
	id: 'site' | 'install' | 'event' | 'prompt' | 'answer' | 'colleague' | 'destination';
	name: string;
	note: string;
	done: boolean;
	/** Label of the button that opens the step; omitted if nothing has to be opened for it. */
	action?: string;
};

/**
 * Lists the steps from an empty site to the first answer. A step is done once the data shows it, no matter
 * who did it.
 *
 * @example
 * listSetupSteps({ facts, isOwner: true }).filter(({ done }) => !done);
 */
export function listSetupSteps({
	facts: { events, prompts, members, destinations },
	isOwner,
}: {
	facts: SetupFacts;
	isOwner: boolean;
}): SetupStep[] {
	const ownerOnly = 'An owner of the workspace can do this.';
	return [
		{ id: 'site', name: 'Create a site', note: 'A site is one web app.', done: true },
		{
			id: 'install',
			name: 'Install the SDK',
			note: 'Verified by the first event that arrives from your app.',
			done: events.length > 0,
			action: 'Show install steps',
		},
		{
			id: 'event',
			name: 'Report an event of your app',
			note: 'Something worth asking about, such as an exported report or a cancelled plan.',
			done: events.some((name) => name !== firstEventName),
			action: 'Open events',
		},
		{
			id: 'prompt',
			name: 'Publish a prompt',
			note: 'Start from a template, and publish it when you are happy with it.',
			done: prompts.some(({ state, displays }) => state === 'published' || displays > 0),
			action: prompts.length > 0 ? 'Open prompts' : 'Choose a template',
		},
		{
			id: 'answer',
			name: 'Receive the first response',
			note: 'Answer the prompt yourself: in your app, or on the test page without it.',
			done: prompts.some(({ responses }) => responses > 0),
			action: 'Open the test page',
		},
		{
			id: 'colleague',
			name: 'Invite a colleague',
			note: isOwner ? 'With a second owner, you cannot be locked out of the workspace.' : ownerOnly,
			done: members > 1,
			...(isOwner && { action: 'Invite' }),
		},
		{
			id: 'destination',
			name: 'Send responses where you work',
			note: isOwner ? 'To Slack, to e-mail addresses or to a webhook.' : ownerOnly,
			done: destinations > 0,
			...(isOwner && { action: 'Add a destination' }),
		},
	];
}
