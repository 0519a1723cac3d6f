import type { DisplayRequest, Reason } from './wire.ts';

/** Every reason with the sentence that explains it. The list is closed: a new reason changes the contract. */
export const reasons = {
	displayed: 'The prompt was displayed.',
	waiting:
		'The prompt has a delay, or waits for the account or for an event that would prevent it; it is decided again when it could be displayed.',
	no_prompt: 'No published prompt is triggered by this event.',
	not_captured: 'The site captures registered events only, and this event name is not registered.',
	trigger_properties: "The event's properties do not match the prompt's trigger.",
	unverified:
		'The trigger requires a verified property, but the event has no valid event proof for it.',
	trigger_count: "The event has not happened as often as the prompt's trigger requires.",
	audience: "The visitor is not in the prompt's audience.",
	sampled_out: "This person is outside the prompt's sample.",
	not_started: "The prompt's start date is in the future.",
	ended: "The prompt's end date has passed.",
	session_too_young: 'The session has not lasted long enough for this prompt.',
	postponed: 'This person chose to be asked later, and that time has not come.',
	seen_limit: 'This person has seen this prompt as often as it allows.',
	answered: 'This person has answered this prompt.',
	prompt_cooldown: 'This person has seen this prompt too recently.',
	site_cooldown: 'This person has seen a prompt of this site too recently, or too many of them.',
	session_limit: 'This session has shown as many prompts as the site allows.',
	group_limit:
		'Another person of the same group has seen this prompt too recently, or this person has.',
	budget: 'The budget of the prompt or the site is used up, in total or for this period.',
	paced: 'The budget is spread over the period, and all displays allowed so far have been used.',
	holdout: "This person is in the site's holdout, which is never asked.",
	lost_priority: 'Another prompt won.',
	withdrawn: 'An event withdrew the prompt while it was waiting.',
	busy: 'Another prompt is open on the page.',
	hidden: 'The page was hidden when the prompt was due.',
	vetoed: 'The app declined the prompt.',
	throttled: 'Too many requests: the event was stored, but nothing was decided.',
	bot: 'The visitor looks like a bot.',
	duplicate: 'This event has already been decided.',
} as const satisfies Record<Reason, string>;

export const reasonCodes = Object.keys(reasons) as [Reason, ...Reason[]];

/** Why the SDK releases a reserved display; some are reasons too. */
export const releaseReasons = [
	'hidden',
	'busy',
	'vetoed',
	'blocked',
	'late',
] as const satisfies readonly NonNullable<DisplayRequest['reason']>[];
