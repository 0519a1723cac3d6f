import type { Reason } from '../wire.ts';

/** What would have to change for a prompt to be displayed, by the reason for which it was not. */
export const advice: Record<Reason, string | null> = {
	displayed: null,
	waiting: 'Wait: it is decided again when its delay ends.',
	no_prompt: 'Report an event of its trigger, or add this event to the trigger.',
	not_captured:
		'Register the event name under Events, or let the site capture every event: Settings, Event capture.',
	trigger_properties:
		'Report the event with the properties that the trigger requires, or change the trigger.',
	unverified:
		'Send an event proof with the properties, or let the trigger accept unverified properties.',
	trigger_count: 'Wait for more of these events, or let the trigger require fewer.',
	audience: 'Widen the audience, or check the traits that the app passes to identify().',
	sampled_out: 'Raise the sampling rate. Subjects in the sample stay in it.',
	not_started: 'Wait for the start date, or publish a revision with an earlier one.',
	ended: 'Publish a revision with a later end date, or without one.',
	session_too_young: 'Wait until the session is old enough, or lower the time in the session.',
	postponed: 'Wait until the time that the visitor chose.',
	seen_limit: 'Allow more displays for each subject in the prompt’s limits.',
	answered: 'Let the prompt ask again after an answer, in its limits.',
	prompt_cooldown: 'Wait, or shorten the time between two displays in the prompt’s limits.',
	site_cooldown: 'Wait, or relax the site’s limits: Settings, Limits.',
	session_limit: 'Wait for the next session, or allow more prompts in a session: Settings, Limits.',
	group_limit: 'Wait, or relax the limit of the prompt for groups.',
	budget: 'Raise the budget, or wait for its next period.',
	paced: 'Wait: the displays of the budget are spread over its period.',
	holdout: 'Lower the share of the holdout: Settings, Limits. Its subjects are never asked.',
	lost_priority: 'Raise the priority of this prompt, or pause the one that won.',
	withdrawn: 'Remove the event that withdraws the prompt from its trigger.',
	busy: 'Wait until the open prompt is closed.',
	hidden: 'Wait until the page is visible.',
	vetoed: 'Change the code of the app that declines the prompt.',
	throttled: 'Report fewer events in a short time.',
	bot: 'Turn off the detection of bots for this site, if this is a person.',
	duplicate: 'Report a new event: this one was already decided.',
};
