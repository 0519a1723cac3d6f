import type { Prompt, QuestionWords } from '@feedback/contract';

import { measureLanguage } from '#lib/editor/languages/translation.ts';
import { quote } from '#lib/ui/visible-text.ts';

import { sayQuestion } from './question-words.ts';
import { count, days, sayRule } from './rule-words.ts';

/** One thing that a prompt says or does. */
export type Fact = {
	/** The same thing in another revision has the same key. */
	key: string;
	about: string;
	lines: string[];
};

/** Everything that a prompt says and does, in words. Whatever is different in two prompts is different here. */
export function listFacts(prompt: Prompt): Fact[] {
	return [
		...prompt.questions.map((question) => ({
			key: `question ${question.id}`,
			about: `Question ${quote(question.id)}`,
			lines: sayQuestion(question),
		})),
		fact('Question order', [prompt.questions.map(({ id }) => quote(id)).join(', ')]),
		fact('Thank-you screen', sayThanks(prompt.thank_you)),
		fact('Audience', prompt.audience ? sayRule(prompt.audience) : ['Everyone.']),
		fact('Trigger', sayTrigger(prompt.trigger)),
		fact('Sampling', [saySampling(prompt.sampling.rate)]),
		fact('Timing', sayTiming(prompt.timing)),
		fact('Frequency', sayLimits(prompt.limits)),
		fact('Appearance', sayAppearance(prompt.appearance)),
		fact('Priority', [`Priority ${prompt.priority}.`]),
		fact('Name', [quote(prompt.name)]),
		fact('Survey ID', [quote(prompt.survey_id)]),
		fact('Original language', [prompt.language]),
		...listTranslations(prompt),
	];
}

function fact(about: string, lines: string[]): Fact {
	return { key: about, about, lines };
}

function sayThanks(thanks: Prompt['thank_you']): string[] {
	if (!thanks) return ['None: the prompt closes after the last answer.'];
	return [
		`Heading: ${quote(thanks.title)}`,
		...(thanks.text ? [`Text: ${quote(thanks.text)}`] : []),
	];
}

/** After which events. */
export function sayTrigger(trigger: Prompt['trigger']): string[] {
	if (!trigger) return ['None: the app shows it with show().'];
	return [
		`After ${trigger.events.map(quote).join(' or ')}.`,
		...(trigger.where ? sayRule(trigger.where) : []),
		...(trigger.verified ? ['Requires a valid event proof.'] : []),
	];
}

/** How many of those who may be asked. */
export function saySampling(rate: number): string {
	if (rate === 1) return 'Everyone in the audience.';
	return `${Number((rate * 100).toPrecision(12))} % of the audience, always the same people.`;
}

/** When. */
export function sayTiming(timing: Prompt['timing']): string[] {
	const { delay_seconds, starts_at, ends_at, min_session_seconds } = timing;
	return [
		delay_seconds === 0 ? 'Immediately.' : `${count(delay_seconds, 'second')} after the event.`,
		...(starts_at ? [`Not before ${sayInstant(starts_at)}.`] : []),
		...(ends_at ? [`Not after ${sayInstant(ends_at)}.`] : []),
		...(min_session_seconds > 0
			? [`Not in the first ${count(min_session_seconds, 'second')} of a visit.`]
			: []),
	];
}

function sayInstant(at: string): string {
	const words = new Date(at).toLocaleString('en-GB', {
		dateStyle: 'long',
		timeStyle: 'long',
		timeZone: 'UTC',
	});
	return `${words} (${at})`;
}

/** How often. */
export function sayLimits({ show, times, again_after_days: again, site_limits }: Prompt['limits']) {
	const most = {
		once: 'Once per person.',
		until_answered: 'Until the person answers.',
		times: `At most ${count(times ?? 0, 'time')} per person.`,
		always: 'Every time.',
	}[show];
	return [
		most,
		...(again === undefined ? [] : [`Again after ${days(again)} at the earliest.`]),
		site_limits === 'respect'
			? 'Respects the site’s limits.'
			: 'Ignores the site’s limits, which protect people from too many prompts.',
	];
}

/** How it looks, as far as it says so itself. */
export function sayAppearance({
	theme,
	accent,
	radius,
	font,
	position,
	target,
}: Prompt['appearance']): string[] {
	const places = { center: 'in the center', inline: 'inside the page' } as Record<string, string>;
	const place = position && (places[position] ?? `at the ${position.replace('_', ' ')}`);
	const themed = theme === 'auto' ? 'Light or dark, as the visitor prefers.' : `Always ${theme}.`;
	const fonts = { system: 'The system’s font.', inherit: 'The page’s font.' };
	const lines = [
		...(place ? [`Shown ${place}${target ? `, in the element ${quote(target)}` : ''}.`] : []),
		...(theme ? [themed] : []),
		...(accent ? [`Accent colour ${accent}.`] : []),
		...(radius === undefined ? [] : [`Corner radius ${radius}.`]),
		...(font ? [fonts[font]] : []),
	];
	return lines.length > 0 ? lines : ['Site defaults.'];
}

function listTranslations(prompt: Prompt): Fact[] {
	const { translations = {} } = prompt;
	const sayDone = (language: string) => {
		const { done, all } = measureLanguage(prompt, language);
		return done === all ? 'All texts are translated.' : `${done} of ${all} texts are translated.`;
	};
	return Object.entries(translations).flatMap(([language, { questions, thank_you: thanks }]) => [
		{
			key: `in ${language}`,
			about: `Translation ${quote(language)}`,
			lines: [sayDone(language)],
		},
		...Object.entries(questions).map(([id, words]) => ({
			key: `in ${language} ${id}`,
			about: `Question ${quote(id)} in ${quote(language)}`,
			lines: sayWords(words),
		})),
		...(thanks
			? [
					{
						key: `in ${language}, thanks`,
						about: `Thank-you screen in ${quote(language)}`,
						lines: sayWords(thanks),
					},
				]
			: []),
	]);
}

function sayWords(words: QuestionWords | Record<string, string | undefined>): string[] {
	return Object.entries(words).flatMap(([name, value]) => {
		if (value === undefined) return [];
		if (typeof value === 'string') return [`${name.replaceAll('_', ' ')}: ${quote(value)}`];
		return Object.entries(value).map(
			([option, label]) => `option ${quote(option)}: ${quote(label)}`,
		);
	});
}
