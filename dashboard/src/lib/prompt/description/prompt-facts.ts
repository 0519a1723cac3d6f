import { applyVariant } from '@feedback/contract';
import type { Budget, Prompt, QuestionWords, Variant } from '@feedback/contract';

import { quote } from '#lib/text/visible-text.ts';

import { measureTranslation } from '../translation/measure-translation.ts';
import { describeMinutes } from './describe-minutes.ts';
import { describeAskLater } from './describe-ask-later.ts';
import { describeQuestion } from './describe-question.ts';
import { describeAudience } from './describe-audience.ts';
import { count, days, describeRule } from './describe-rule.ts';
import { formatShare, roundShare } from './format-share.ts';

type BudgetDraft = Omit<Budget, 'period'> & {
	period?: Partial<NonNullable<Budget['period']>> | undefined;
};

/** What decides when a prompt appears, even while it is incomplete. */
type TriggerDraft =
	| { source?: string | undefined; unless?: { within_minutes?: unknown } | undefined }
	| undefined;

/** The description of one part of a prompt. */
export type Fact = {
	/** The same fact has the same key in every revision. */
	key: string;
	about: string;
	lines: string[];
};

/** Describes each member of a prompt. Different prompts have different facts. */
const facts = {
	questions: ({ questions }) => [
		...questions.map((question) => ({
			key: `question ${question.id}`,
			about: `Question ${quote(question.id)}`,
			lines: describeQuestion(question),
		})),
		...fact('Question order', [questions.map(({ id }) => quote(id)).join(', ')]),
	],
	thank_you: ({ thank_you }) => fact('Thank-you screen', describeThankYou(thank_you)),
	ask_later: ({ ask_later: later }) => (later ? fact('Ask me later', describeAskLater(later)) : []),
	button_labels: ({ button_labels: labels }) =>
		labels ? fact('Button labels', listWords(labels)) : [],
	audience: ({ audience }) => fact('Audience', describeAudience(audience)),
	trigger: ({ trigger }) => fact('Trigger', describeTrigger(trigger)),
	sampling: ({ sampling }) => fact('Sampling', [describeSampling(sampling.rate)]),
	timing: ({ timing, trigger }) => fact('Timing', describeTiming(timing, trigger)),
	limits: ({ limits }) => fact('Frequency', describeLimits(limits)),
	budget: ({ budget }) => fact('Budget', describeBudget(budget)),
	appearance: ({ appearance }) => fact('Appearance', describeAppearance(appearance)),
	experiment: listVariants,
	priority: ({ priority }) => fact('Priority', [`Priority ${priority}.`]),
	name: ({ name }) => fact('Name', [quote(name)]),
	survey_id: ({ survey_id }) => fact('Survey ID', [quote(survey_id)]),
	language: ({ language }) => fact('Original language', [language]),
	translations: listTranslations,
} satisfies Record<keyof Prompt, (prompt: Prompt) => Fact[]>;

/** Describes a whole prompt. */
export function listFacts(prompt: Prompt): Fact[] {
	return Object.values(facts).flatMap((list) => list(prompt));
}

function fact(about: string, lines: string[]): Fact[] {
	return [{ key: about, about, lines }];
}

function describeThankYou(thanks: Prompt['thank_you']): string[] {
	if (!thanks) return ['None: the prompt closes after the last answer.'];
	return [
		`Heading: ${quote(thanks.title)}`,
		...(thanks.text ? [`Text: ${quote(thanks.text)}`] : []),
	];
}

export function describeTrigger(trigger: Prompt['trigger']): string[] {
	if (!trigger) return ['None: the app shows it with show().'];
	return Object.values(triggerFacts).flatMap((describe) => describe(trigger));
}

type Trigger = NonNullable<Prompt['trigger']>;

/** Describes each member of a trigger, even while it is incomplete. The source is described with the events. */
const triggerFacts: Record<Exclude<keyof Trigger, 'source'>, (trigger: Trigger) => string[]> = {
	events: ({ events, source }) => [
		`After ${events.map(quote).join(' or ')}${source === 'backend' ? ', reported by the backend' : ''}.`,
	],
	where: ({ where }) => (where ? describeRule(where) : []),
	verified: ({ verified }) => (verified ? ['Requires a valid event proof.'] : []),
	repeated: ({ repeated }) =>
		repeated
			? [
					`At least ${repeated.times || '…'} of them within ${describeMinutes(repeated.within_minutes)}.`,
				]
			: [],
	unless: ({ unless }) =>
		unless
			? [
					`Only if ${nameEvents(unless.events)} does not follow within ${describeMinutes(unless.within_minutes)}.`,
				]
			: [],
	cancel_events: ({ cancel_events: cancel }) =>
		cancel ? [`${nameEvents(cancel)} withdraws it while it waits.`] : [],
};

function nameEvents(events: string[] | undefined): string {
	return events?.length ? events.map(quote).join(' or ') : '“…”';
}

export function describeSampling(rate: number): string {
	if (rate === 1) return 'Everyone in the audience.';
	return `${formatShare(rate)} of the audience, always the same people.`;
}

export function describeTiming(timing: Prompt['timing'], trigger: TriggerDraft): string[] {
	const { starts_at, ends_at, min_session_seconds, wait_hours } = timing;
	return [
		describeDelay(timing, trigger),
		...(wait_hours ? [`Waits ${count(wait_hours, 'hour')} for the visitor.`] : []),
		...(starts_at ? [`Not before ${formatInstant(starts_at)}.`] : []),
		...(ends_at ? [`Not after ${formatInstant(ends_at)}.`] : []),
		...(min_session_seconds > 0
			? [`Not within the first ${count(min_session_seconds, 'second')} of a visit.`]
			: []),
	];
}

function describeDelay({ delay_seconds: delay }: Prompt['timing'], trigger: TriggerDraft): string {
	if (delay !== 0) return `${count(delay, 'second')} after the event.`;
	if (trigger?.unless) {
		return `${describeMinutes(trigger.unless.within_minutes)} after the event.`;
	}
	if (trigger?.source === 'backend') return 'At the next event from a browser of the account.';
	return 'Immediately.';
}

function formatInstant(at: string): string {
	return `${formatTime(at)} (${at})`;
}

/** @example formatTime('2026-12-01T00:00:00Z'); // '1 December 2026 at 00:00:00 UTC' */
export function formatTime(at: string): string {
	return new Date(at).toLocaleString('en-GB', {
		dateStyle: 'long',
		timeStyle: 'long',
		timeZone: 'UTC',
	});
}

export function describeLimits({
	show,
	times,
	again_after_days: again,
	site_limits,
	per_group: group,
}: Prompt['limits']) {
	const most = {
		once: 'Once per person.',
		until_answered: 'Until the person answers.',
		times: `At most ${count(times ?? 0, 'time')} per person.`,
		always: 'Every time.',
	}[show];
	return [
		most,
		...(again ? [`At least ${days(again)} apart.`] : []),
		...(group
			? [
					`At most one person with the same ${quote(group.trait || '…')} within ${describeMinutes(group.days * 1_440)}.`,
				]
			: []),
		site_limits === 'respect'
			? 'Respects the site’s limits.'
			: 'Ignores the site’s limits, which protect people from too many prompts.',
	];
}

/** Describes a budget, without the missing parts of an incomplete one. */
export function describeBudget(budget: BudgetDraft | undefined): string[] {
	const { displays, responses, count: counted, period } = budget ?? {};
	const lines = [
		...(displays ? [`At most ${count(displays, 'display')} in total.`] : []),
		...(responses
			? [
					`Until ${count(responses, counted === 'final' ? 'final response' : 'response')} ${responses === 1 ? 'is' : 'are'} stored.`,
				]
			: []),
		...(period?.displays
			? [
					`At most ${count(period.displays, 'display')} per ${period.every}${period.paced ? `, spread over the ${period.every}` : ''}.`,
				]
			: []),
	];
	return lines.length > 0 ? lines : ['None.'];
}

const positions = {
	bottom_right: 'at the bottom right',
	bottom_left: 'at the bottom left',
	top_right: 'at the top right',
	top_left: 'at the top left',
	center: 'in the center',
	inline: 'inside the page',
} satisfies Record<NonNullable<Prompt['appearance']['position']>, string>;
const themes = {
	auto: 'Light or dark, as the visitor prefers.',
	light: 'Always light.',
	dark: 'Always dark.',
} satisfies Record<NonNullable<Prompt['appearance']['theme']>, string>;
const fonts = { system: 'The system’s font.', inherit: 'The page’s font.' } satisfies Record<
	NonNullable<Prompt['appearance']['font']>,
	string
>;

/** Lists only the settings of the prompt itself; the site sets the rest. */
export function describeAppearance({
	theme,
	accent,
	radius,
	font,
	position,
	target,
}: Prompt['appearance']): string[] {
	const lines = [
		...(position
			? [`Shown ${positions[position]}${target ? `, in the element ${quote(target)}` : ''}.`]
			: []),
		...(theme ? [themes[theme]] : []),
		...(accent ? [`Accent colour ${accent}.`] : []),
		...(radius === undefined ? [] : [`Corner radius ${radius}.`]),
		...(font ? [fonts[font]] : []),
	];
	return lines.length > 0 ? lines : ['Site defaults.'];
}

function listVariants(prompt: Prompt): Fact[] {
	if (!prompt.experiment) return [];
	const { key, variants } = prompt.experiment;
	const total = variants.reduce((sum, { weight }) => sum + weight, 0);
	return [
		...fact('Experiment', [
			`${quote(key)} with ${count(variants.length, 'variant')}. Every person always gets the same one.`,
			`Order: ${variants.map((variant) => quote(variant.key)).join(', ')}.`,
		]),
		...variants.flatMap((variant) => listVariant(prompt, variant, variant.weight / total)),
	];
}

/** Describes a variant's changes to the prompt, phrased like the prompt's own facts. */
function listVariant(prompt: Prompt, variant: Variant, share: number): Fact[] {
	const { key, weight, ...changes } = variant;
	const about = `Variant ${quote(key)}`;
	const changed = { ...prompt, ...applyVariant(prompt, variant) };
	return [
		{
			key: `variant ${key}`,
			about,
			lines: [
				`Weight ${weight}: ${roundShare(share)} of people.`,
				...(Object.keys(changes).length === 0 ? ['The unchanged prompt.'] : []),
			],
		},
		...variedMembers
			.filter((member) => changes[member] !== undefined)
			.flatMap((member) => facts[member](changed))
			.map((one) => ({
				...one,
				key: `variant ${key}, ${one.key}`,
				about: `${about}: ${one.about}`,
			})),
	];
}

const variedMembers = [
	'questions',
	'thank_you',
	'translations',
	'timing',
	'appearance',
] as const satisfies (keyof Variant)[];

function listTranslations(prompt: Prompt): Fact[] {
	const { translations = {} } = prompt;
	const describeProgress = (language: string) => {
		const { done, all } = measureTranslation(prompt, language);
		return done === all ? 'All texts are translated.' : `${done} of ${all} texts are translated.`;
	};
	return Object.entries(translations).flatMap(
		([language, { questions, thank_you: thanks, ask_later: later, button_labels: labels }]) => [
			{
				key: `in ${language}`,
				about: `Translation ${quote(language)}`,
				lines: [describeProgress(language)],
			},
			...Object.entries(questions).map(([id, words]) => ({
				key: `in ${language} ${id}`,
				about: `Question ${quote(id)} in ${quote(language)}`,
				lines: listWords(words),
			})),
			...listTranslated(`in ${language}, thanks`, `Thank-you screen in ${quote(language)}`, thanks),
			...listTranslated(
				`in ${language}, later`,
				`“Ask me later” in ${quote(language)}`,
				later && { button: later.label, ...later.choices },
			),
			...listTranslated(`in ${language}, buttons`, `Button labels in ${quote(language)}`, labels),
		],
	);
}

function listTranslated(
	key: string,
	about: string,
	words: Record<string, string | undefined> | undefined,
): Fact[] {
	return words ? [{ key, about, lines: listWords(words) }] : [];
}

function listWords(words: QuestionWords | Record<string, string | undefined>): string[] {
	return Object.entries(words).flatMap(([name, value]) => {
		if (value === undefined) return [];
		if (typeof value === 'string') return [`${name.replaceAll('_', ' ')}: ${quote(value)}`];
		return Object.entries(value).map(
			([option, label]) => `option ${quote(option)}: ${quote(label)}`,
		);
	});
}
