import { type reasons } from '@feedback/contract';

/** Advice or background for each reason. */
export const reasonHelp: Record<keyof typeof reasons, string> = {
	displayed: 'Nothing to do. `event()` or `show()` resolved `true`.',
	waiting:
		'Wait for the delay, or for the time of `unless`, or after a backend event for the account’s next event in a browser. A `displayed` notification follows if the second decision is for the prompt.',
	no_prompt:
		'Compare the event name with the trigger letter by letter, and check that the prompt is published: a draft or a paused prompt is not looked at.',
	not_captured:
		'Register the name under Settings → Event capture, let the site capture all events, or publish a prompt with this event in its trigger.',
	trigger_properties:
		'Compare the properties of the event with the trigger’s `where`. Types count: `"2"` is a string, `2` a number. A prompt with `source: backend` ignores events of browsers.',
	unverified:
		'Send a valid event proof that holds the property, or report the event from the backend. The stored event says why a proof did not count.',
	trigger_count:
		'Compare how often the event happened with `trigger.repeated`. Only events that match the whole trigger count, this one included.',
	audience: 'Compare the traits and the history of the visitor with the audience.',
	sampled_out: 'Nothing to do: the sample is sticky. Set the rate to 1 to ask everyone.',
	not_started: 'Wait until `starts_at`, or change it.',
	ended: 'Remove `ends_at` or move it into the future.',
	session_too_young: 'Report an event later in the session, or lower `min_session_seconds`.',
	postponed:
		'Wait until the time that the person chose with **Ask me later**. It holds on every device of the account, and for `show()`.',
	seen_limit:
		'The prompt’s `limits.show` is exhausted for this person, also if they saw it on another device. The default is `once`.',
	answered: 'With `until_answered` an answered prompt is done.',
	prompt_cooldown: 'Wait for `again_after_days`.',
	site_cooldown:
		'Wait, change the site’s limits, or let the prompt ignore them with `site_limits: "ignore"`.',
	session_limit: 'Wait for the next session, or change the site’s limit for one session.',
	group_limit:
		'Wait until the days of `limits.per_group` are over. The trait that it names has the same value for everyone in the group.',
	budget:
		'Raise the budget of the prompt or `limits.displays_per_day` of the site, or wait for the next day, week or month.',
	paced:
		'Nothing to do: more displays are allowed as the period goes on. Set `budget.period.paced` to false to spend them at once.',
	holdout:
		'Nothing to do: the site measures what asking changes, and never asks these people. Lower `limits.holdout` in the settings of the site to ask more of them.',
	lost_priority: 'Raise the priority of this prompt if it is the more important one.',
	withdrawn:
		'Nothing to do: an event of `trigger.unless` or `trigger.cancel_events` came. Compare their names with those that the app reports.',
	busy: 'Only one prompt is open at a time. It may appear after another event.',
	hidden: 'The visitor had left the tab. The display was released and does not count.',
	vetoed: 'The app itself declined. The display was released and does not count.',
	throttled: 'Send fewer requests; the limits are on the page of limits. The event was kept.',
	bot: 'The user agent is that of a bot. The event was kept and marked. A site setting turns this off.',
	duplicate:
		'The same event, by its ID, arrived a second time. It was stored once and decided once.',
};
