import { brand } from './brand.ts';
import { parseLanguage } from './language/language-tag.ts';
import { matchLanguage } from './language/match-language.ts';
import type { Prompt } from './prompt.ts';
import type { Question, QuestionWords } from './question.ts';
import { settleBranches } from './settle-branches.ts';
import type { SiteSettings } from './site-settings.ts';
import type { Appearance, PromptToDraw, QuestionToDraw } from './wire.ts';
import { findControlWords, labelControls } from './control-words.ts';
import { localizeAskLater } from './localize-ask-later.ts';

/** Default appearance of a prompt, unless it or its site sets another. */
export const builtinAppearance = {
	theme: 'auto',
	font: 'system',
	position: 'bottom_right',
} as const satisfies Appearance;

/**
 * Default values that are not sent, because the SDK's style sheet contains them and the page's own CSS can override
 * them there.
 */
export const builtinStyle = {
	accent: brand.accent.light,
	radius: 16,
} as const satisfies Partial<Appearance>;

/**
 * Returns the prompt in the language that fits the visitor's best (`matchLanguage`), or in its own. The appearance
 * falls back to the site's. Rules are left out, and so are branches on earlier prompts that are not settled.
 *
 * @example
 * localizePrompt(prompt, 3, ['de-AT', 'en']).language; // 'de'
 */
export function localizePrompt(
	prompt: Prompt,
	revision: number,
	languages: string[] = [],
	siteAppearance: SiteSettings['appearance'] = {},
): PromptToDraw {
	const language = pickLanguage(prompt, languages);
	const words = prompt.translations?.[language];
	const defaults = findDefaults(language);
	const isOriginal = language === prompt.language;
	const controls = labelControls(defaults, {
		isOriginal,
		labels: prompt.button_labels,
		translated: words?.button_labels,
	});
	const askLater =
		prompt.ask_later &&
		localizeAskLater(prompt.ask_later, {
			language,
			isOriginal,
			hasDefaults: defaults !== undefined,
			translated: words?.ask_later,
		});
	const thankYou = prompt.thank_you && { ...prompt.thank_you, ...words?.thank_you };
	return {
		survey_id: prompt.survey_id,
		revision,
		language,
		questions: prompt.questions.map((question) =>
			translateQuestion(settleBranches(question) as Question, words?.questions[question.id]),
		),
		...(thankYou && { thank_you: thankYou }),
		...(askLater && { ask_later: askLater }),
		appearance: { ...builtinAppearance, ...siteAppearance, ...prompt.appearance },
		...(controls && { words: controls }),
	} as PromptToDraw;
}

/** The texts of the prompt's controls; undefined if there are none in this language and script. */
function findDefaults(tag: string): PromptToDraw['words'] {
	const language = parseLanguage(tag);
	if (!language || parseLanguage(language.language)?.script !== language.script) return undefined;
	return findControlWords(language.language);
}

function pickLanguage(prompt: Prompt, languages: string[]): string {
	const translated = Object.entries(prompt.translations ?? {}).filter(([, words]) =>
		hasText(words),
	);
	const offered = [prompt.language, ...translated.map(([tag]) => tag)];
	return matchLanguage(offered, languages) ?? prompt.language;
}

// A language that was added and never filled in does not count as a translation.
function hasText(words: unknown): boolean {
	if (typeof words === 'object' && words !== null) return Object.values(words).some(hasText);
	return typeof words === 'string' && words !== '';
}

function translateQuestion(written: Question, words: QuestionWords | undefined): QuestionToDraw {
	// What becomes of an answer is not the browser's concern.
	const { trait: _, ...question } = written;
	if (!words) return question as QuestionToDraw;
	const { options, button_label, other_label, ...plain } = words;
	const translated = { ...question, ...plain };
	if ('options' in translated && options) {
		translated.options = translated.options.map((option) => ({
			...option,
			label: options[option.value] ?? option.label,
		}));
	}
	// A translation adds no answer that the question does not take.
	if ('other_label' in translated && other_label) translated.other_label = other_label;
	if (translated.type === 'message' && translated.button && button_label) {
		translated.button = { ...translated.button, label: button_label };
	}
	return translated as QuestionToDraw;
}
