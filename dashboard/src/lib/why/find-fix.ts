import type { PromptWarning, RouteOutput } from '@feedback/contract';
import { resolve } from '$app/paths';

type Reason = NonNullable<RouteOutput<'getReasons'>['first_reason']>;

/** Where a person changes what keeps people away from a prompt. */
export type Fix = { label: string; href: string };

type Place = { site: string; prompt: string };
type Where = [label: string, find: (place: Place) => string];

const edit =
	(section: string) =>
	({ site, prompt }: Place) =>
		`${resolve('/(signed-in)/sites/[site]/prompts/[prompt]/edit', { site, prompt })}#${section}`;

const trigger: Where = ['Change the trigger', edit('trigger')];
const timing: Where = ['Change the timing', edit('timing')];
const frequency: Where = ['Change the frequency', edit('frequency')];
const budget: Where = ['Raise the budget', edit('budget')];
const audience: Where = ['Change the audience', edit('audience')];
const limits: Where = [
	'Change the site’s limits',
	({ site }) => resolve('/(signed-in)/sites/[site]/settings/limits', { site }),
];
const capture: Where = [
	'Change event capture',
	({ site }) => resolve('/(signed-in)/sites/[site]/settings/capture', { site }),
];

/** Reasons that a page of the dashboard can change; the others need time, or a change in the app. */
const byReason: Partial<Record<Reason, Where>> = {
	not_captured: capture,
	trigger_properties: trigger,
	unverified: trigger,
	trigger_count: trigger,
	withdrawn: trigger,
	audience,
	sampled_out: ['Change the sampling', edit('sampling')],
	not_started: timing,
	ended: timing,
	session_too_young: timing,
	seen_limit: frequency,
	answered: frequency,
	prompt_cooldown: frequency,
	group_limit: frequency,
	lost_priority: ['Change the priority', edit('frequency')],
	budget,
	paced: budget,
	site_cooldown: limits,
	session_limit: limits,
	holdout: limits,
};

const byWarning: Record<PromptWarning, Where> = {
	no_site_key: [
		'Add a site key',
		({ site }) => resolve('/(signed-in)/sites/[site]/settings/site-keys', { site }),
	],
	event_never_seen: trigger,
	audience_of_nobody: audience,
	budget_spent: budget,
	ended: timing,
};

/** The page and section on which a reason can be changed; undefined if there is none. */
export function findFix(reason: Reason | null, place: Place): Fix | undefined {
	return reason === null ? undefined : toFix(byReason[reason], place);
}

/** The same for a warning. */
export function findWarningFix(warning: PromptWarning, place: Place): Fix {
	return toFix(byWarning[warning], place)!;
}

/** Where a person lets visitors open a prompt that no event triggers. */
export function findOpening(place: Place): Fix {
	return toFix(
		[
			'Set the feedback button',
			({ site }) => resolve('/(signed-in)/sites/[site]/settings/launcher', { site }),
		],
		place,
	)!;
}

function toFix(where: Where | undefined, place: Place): Fix | undefined {
	return where && { label: where[0], href: where[1](place) };
}
