import type { Framework } from './framework.ts';

type Facts = {
	framework: Framework;
	/** The command that installs the SDK, when it was not run. */
	install: string[] | undefined;
	byScript: boolean;
	verified: boolean;
};

/** What is left for a person to do: where `identify`, `reset` and the first event belong. */
export function listSteps({ framework, install, byScript, verified }: Facts): string[] {
	const use = byScript ? '' : ' (import { Feedback } from the SDK)';
	return [
		...(install ? [`Install the SDK: ${install.join(' ')}`] : []),
		`Identify the visitor ${framework.places.identify}${use}:\nFeedback.identify(user.id, { plan: user.plan });`,
		`On sign-out, ${framework.places.reset}:\nFeedback.reset();`,
		`Report what happens, where it happens:\nFeedback.event('report.exported', { format: 'pdf' });`,
		...(verified
			? []
			: ['Start the app, report an event, and see it arrive: feedback init --verify']),
	];
}
