// A prompt as the SDK draws it: plain types, as in `wire.ts`.
import type { AnswerValue, Values } from './value.ts';

/** A prompt in one language, ready to draw, without its rules. */
export type PromptToDraw = {
	survey_id: string;
	revision: number;
	/** BCP 47 tag of the texts below. */
	language: string;
	questions: QuestionToDraw[];
	thank_you?: { title: string; text?: string };
	/** Texts that contain earlier answers; the texts above have fallbacks in their place. */
	answer_texts?: AnswerText[];
	/** First answers by question ID. */
	prefill?: Record<string, AnswerValue>;
	/** What the visitor may choose instead of an answer. */
	ask_later?: { label: string; choices: { days: number; label: string }[] };
	appearance: Appearance;
	/** The prompt UI's texts in this language, if it is not English and there is a translation. */
	words?: PromptWords;
};

/** A text with earlier answers: its place in the prompt, and its words with the IDs of the questions. */
export type AnswerText = {
	path: (string | number)[];
	parts: (string | { question: string; fallback: string })[];
};

/**
 * Where a value in a text comes from. The backend vouches for a verified one: it reported the trait for an account that
 * the browser has proven, or the property with the event or its proof.
 */
export type TextValueSource = 'trait' | 'verified_trait' | 'event' | 'verified_event';

/** Values for the texts of a prompt, by source and key. */
export type TextValues = { [Source in TextValueSource]?: Values | undefined };

/** The prompt UI's own texts; `{n}` and `{total}` are replaced by numbers. */
export type PromptWords = {
	close: string;
	back: string;
	next: string;
	skip: string;
	send: string;
	yes: string;
	no: string;
	/** Error when a required answer is missing. */
	required: string;
	email: string;
	url: string;
	at_least: string;
	at_most: string;
	/** Label of the text field of "other". */
	other: string;
	/** Label of one value of a scale. */
	value: string;
	/** Position in the prompt: question `{n}` of `{total}`. */
	step: string;
	/** Characters left in a text. */
	left: string;
	/** Announces the prompt; the question's title follows. */
	opened: string;
	new_tab: string;
	thanks: string;
};

export type Appearance = {
	theme: 'auto' | 'light' | 'dark';
	/** `#rrggbb` */
	accent?: string;
	/** Corner radius in CSS pixels, 0 to 24. */
	radius?: number;
	font: 'system' | 'inherit';
	position: 'bottom_right' | 'bottom_left' | 'top_right' | 'top_left' | 'center' | 'inline';
	/** CSS selector of the host's element, for `inline`. */
	target?: string;
};

/** The button of a site that opens one prompt on every page. */
export type Launcher = {
	/** Survey ID of the prompt that it opens. */
	survey_id: string;
	/** `inline`: in the element `target`. */
	position: 'right' | 'left' | 'bottom_right' | 'bottom_left' | 'inline';
	/** CSS selector of the host's element, for `inline`. */
	target?: string;
	/** "Feedback" in the visitor's language, if missing. */
	label?: string;
	/** Labels by language tag. */
	translations?: Record<string, string>;
};

/** A launcher with the appearance of its site. */
export type LauncherToDraw = Launcher & {
	appearance: Partial<Pick<Appearance, 'theme' | 'accent' | 'radius' | 'font'>>;
};

type QuestionBase = {
	/** Unique in the prompt. */
	id: string;
	title: string;
	help?: string;
	required: boolean;
	/** The answer before the visitor gives one; set by the SDK. */
	prefill?: AnswerValue;
	/** The first branch that matches names the question to continue with; by default it is the next one. */
	branches?: Branch[];
};

export type Branch = { when: AnswerCondition; go: string };

/** A condition on the answer just given. `go` names a later question, or `end`. */
export type AnswerCondition =
	| { op: 'answered' | 'skipped' }
	| { op: 'is' | 'is_not' | 'contains'; value: string | number | boolean }
	| { op: 'at_least' | 'at_most'; value: number }
	| { op: 'one_of'; value: (string | number)[] };

export type ChoiceOption = { value: string; label: string; exclusive?: boolean };

export type QuestionToDraw = QuestionBase &
	(
		| {
				type: 'rating';
				style: 'numbers' | 'stars' | 'faces';
				scale: number;
				low_label?: string;
				high_label?: string;
		  }
		| { type: 'nps'; low_label?: string; high_label?: string }
		| { type: 'single_choice'; options: ChoiceOption[]; other_label?: string; randomize: boolean }
		| {
				type: 'multiple_choice';
				options: ChoiceOption[];
				other_label?: string;
				randomize: boolean;
				min_choices?: number;
				max_choices?: number;
		  }
		| { type: 'short_text'; placeholder?: string; max_length: number; format?: 'email' | 'url' }
		| { type: 'long_text'; placeholder?: string; max_length: number }
		| { type: 'yes_no'; yes_label?: string; no_label?: string }
		| { type: 'consent'; label: string }
		| { type: 'message'; text?: string; button?: { label: string; url?: string } }
		| { type: 'screenshot' }
	);
