import { shellLine } from '../output/shell-word.ts';
import { exampleEvent } from './first-prompt.ts';
import type { FirstPrompt } from './first-prompt.ts';
import type { Framework } from './framework.ts';
import type { Identity } from './identity/plan-identity.ts';

/** The state of a site's prompts; unknown when the command cannot read the site. */
export type SitePrompts = 'published' | 'unpublished' | 'none' | 'unknown';

type Facts = {
	framework: Framework;
	/** How the app can tell the SDK who is signed in, and whether it does so now. */
	identity: Identity | undefined;
	accepted: boolean;
	/** The command that installs the SDK, if it was not run. */
	install: string[] | undefined;
	byScript: boolean;
	verified: boolean;
	prompts: SitePrompts;
	firstPrompt: FirstPrompt | null;
	/** Address of the site's prompts in the dashboard, if known. */
	dashboard: string | undefined;
	/** The command line with a flag, for the current folder. */
	command(flag: string): string;
};

/** The remaining steps for the person: where to call `identify`, `reset` and `event`, and the first prompt. */
export function listSteps(facts: Facts): string[] {
	const { install, verified } = facts;
	return [
		...(install ? [`Install the SDK: ${shellLine(install)}`] : []),
		...listIdentitySteps(facts),
		`Report what happens, where it happens:\nFeedback.event('${exampleEvent}', { format: 'pdf' });`,
		...listPromptSteps(facts),
		...(verified
			? []
			: [`Start the app, report an event, and see it arrive: ${facts.command('--verify')}`]),
	];
}

function listIdentitySteps({ framework, identity, accepted, byScript }: Facts): string[] {
	if (identity) {
		const { name, place, code } = identity;
		return accepted
			? []
			: [`${name} signs people in here. To identify and reset with it: ${place}:\n\n${code}\n`];
	}
	const use = byScript ? '' : ' (import { Feedback } from the SDK)';
	return [
		`Identify the visitor ${framework.places.identify}${use}:\n${framework.places.call ?? 'Feedback.identify(user.id, { plan: user.plan });'}`,
		`On sign-out, ${framework.places.reset}:\nFeedback.reset();`,
	];
}

/** The remaining steps until a prompt can appear; none when one is published. */
export function listPromptSteps({
	prompts,
	firstPrompt,
	dashboard,
	command,
}: Pick<Facts, 'prompts' | 'firstPrompt' | 'dashboard' | 'command'>): string[] {
	const inDashboard = dashboard ? `\nIn the dashboard: ${dashboard}` : '';
	if (firstPrompt?.state === 'created') {
		return [
			`Read the first prompt, change it, and publish it. Until then nothing appears:\nfeedback prompt publish ${firstPrompt.id} --revision ${firstPrompt.revision}${inDashboard}`,
		];
	}
	switch (prompts) {
		case 'published':
			return [];
		case 'unpublished':
			return [`Publish a prompt: the site has no live prompt, so nothing appears.${inDashboard}`];
		case 'none':
			return [
				`Write a prompt and publish it: the site has none, so nothing appears.\nA first draft: ${command('--first-prompt')}${inDashboard}`,
			];
		case 'unknown':
			return [
				`Publish a prompt, if the site has none yet: without one nothing appears.${inDashboard}`,
			];
	}
}
