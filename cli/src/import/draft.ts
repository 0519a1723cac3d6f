import {
	eventNameSchema,
	limits,
	listIssues,
	type Prompt,
	type Answers,
	type PromptInput,
	promptSchema,
	questionSchema,
} from '@feedback/contract';

import { type Localized, plainText, toTag } from './localized.ts';
import { toSlug, unique } from './slug.ts';
import { toAnswer } from './to-answer.ts';

type Question = PromptInput['questions'][number];
type Translations = NonNullable<PromptInput['translations']>;
type Words = NonNullable<Translations[string]['questions']>[string];

export type Condition = NonNullable<Question['branches']>[number]['when'];

/** What became of one part of the source. What is not noted was kept. */
export type Note = {
	/** Where it is in the source. */
	path: string;
	outcome: 'changed' | 'left_out';
	message: string;
};

export type Imported = {
	prompt: Prompt;
	notes: Note[];
	/** The answers of a response of the source, without those that the prompt's questions cannot have. */
	toAnswers: (given: Readonly<Record<string, unknown>>) => Answers;
};

/** An option, and what the source calls it where it refers to it. */
export type Choice = { label: Localized; value?: string | undefined; names?: string[] | undefined };

export type Asked = {
	/** The question's ID in the source. */
	source: string;
	/** What exported answers call it, if that differs. */
	alias?: string | undefined;
	/** The score of an exported answer, where scores of the source are other numbers. */
	toScore?: ((raw: unknown) => number) | undefined;
	/** Where it is in the source. */
	path: string;
	question: { type: Question['type'] } & Record<string, unknown>;
	texts: Record<string, Localized | undefined>;
	choices?: readonly Choice[];
};

type Jump = { from: string; when: Condition; to: string; path: string };

const optionValue = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** A prompt in the making, with notes about what could not be kept as it was. */
export class Draft {
	/** Members of the prompt besides its questions and texts. */
	readonly settings: Partial<PromptInput> = {};
	readonly #notes: Note[] = [];
	readonly #about: { name: string; surveyId: string; language: string };
	readonly #questions: Question[] = [];
	readonly #translations: Record<
		string,
		{ questions: Record<string, Words>; thank_you?: Record<string, string> }
	> = {};
	/** IDs of the questions by their IDs in the source. */
	readonly #ids = new Map<string, string>();
	/** What exported answers call the questions, by their IDs in the source. */
	readonly #aliases = new Map<string, string>();
	readonly #toScore = new Map<string, (raw: unknown) => number>();
	/** Values of options by the question's ID and the option's name in the source. */
	readonly #values = new Map<string, string>();
	readonly #jumps: Jump[] = [];

	/** @param taken survey IDs of the other prompts of the same source */
	constructor(name: string, taken: Set<string>, language: string | null | undefined = 'en') {
		const slug = toSlug(name, {
			separator: '-',
			length: limits.prompt.surveyId - 4,
			or: 'imported',
		});
		this.#about = {
			name: cut(plainText(name), 120) || 'Imported prompt',
			surveyId: unique(slug, taken, '-'),
			language: toTag(language ?? '') ?? 'en',
		};
	}

	note(path: string, outcome: Note['outcome'], message: string): void {
		this.#notes.push({ path, outcome, message });
	}

	/** Returns whether the question was added; if not, a note gives the reason. */
	add({ source, alias, toScore, path, question, texts, choices }: Asked): boolean {
		const id = unique(toId(source), new Set(this.#questions.map((one) => one.id)), '_');
		const written: Record<string, unknown> = { id, ...question, title: 'Untitled question' };
		const words = new Translated();
		for (const [field, text] of Object.entries(texts)) {
			const read = this.#read(text, path, field);
			if (read === undefined) continue;
			written[field] = read.text;
			words.set(field, read);
		}
		const options = choices && this.#toOptions(path, choices);
		if (options) {
			written['options'] = options.map(({ value, label }) => ({ value, label: label.text }));
			for (const { value, label } of options) words.setOption(value, label);
		}
		const problem = this.#findProblem(written);
		if (problem !== undefined) {
			this.note(path, 'left_out', problem);
			return false;
		}
		for (const { value, names } of options ?? []) {
			for (const name of names) this.#nameOption(source, name, value);
		}
		for (const [language, said] of words.byLanguage) {
			this.#textsIn(language).questions[id] = said;
		}
		this.#ids.set(source, id);
		if (alias) this.#aliases.set(source, alias);
		if (toScore) this.#toScore.set(source, toScore);
		this.#questions.push(written as Question);
		return true;
	}

	#findProblem(written: unknown): string | undefined {
		const most = limits.prompt.questions;
		if (this.#questions.length === most) return `a prompt has at most ${most} questions`;
		const { error } = questionSchema.safeParse(written);
		const [issue] = error ? listIssues(error) : [];
		return issue && `${issue.path.join('.')} ${issue.message}`.trim();
	}

	#nameOption(source: string, name: string, value: string): void {
		const key = JSON.stringify([source, name]);
		if (!this.#values.has(key)) this.#values.set(key, value);
	}

	/** Sets the events that trigger the prompt; without one, only `show()` displays it. */
	triggerBy(names: readonly string[], path: string): void {
		if (names.length === 0) {
			return this.note(path, 'changed', 'without an event, only show() displays the prompt');
		}
		const events = names.map((name) => {
			if (eventNameSchema.safeParse(name).success) return name;
			const allowed = toSlug(name, { separator: '_', length: 60, or: 'event' });
			this.note(path, 'changed', `report the event "${name}" as "${allowed}"`);
			return allowed;
		});
		this.settings.trigger = { events: [...new Set(events)] };
	}

	/** Adds a branch to a question, to another or to `end`. */
	branch(jump: Jump): void {
		this.#jumps.push(jump);
	}

	/** The value of an option by its name in the source. */
	valueOf(source: string, option: string): string | undefined {
		return this.#values.get(JSON.stringify([source, option]));
	}

	thank(title: Localized | undefined, text: Localized | undefined, path: string): void {
		const heading = this.#read(title, path, 'title');
		if (!heading) return;
		const line = this.#read(text, path, 'text');
		this.settings.thank_you = { title: heading.text, ...(line && { text: line.text }) };
		for (const [field, read] of Object.entries({ title: heading, text: line })) {
			for (const [language, said] of Object.entries(read?.other ?? {})) {
				const words = this.#textsIn(language);
				words.thank_you = { ...words.thank_you, [field]: said };
			}
		}
	}

	/** @throws Error when no question can be asked */
	finish(): Imported {
		for (const jump of this.#jumps) this.#addBranch(jump);
		if (this.#questions.length === 0) throw new Error('has no question that a prompt can ask');
		if (Object.keys(this.#translations).length > 0) {
			this.settings.translations = this.#translations as Translations;
		}
		const { name, surveyId, language } = this.#about;
		const fixed = { survey_id: surveyId, name, language, questions: this.#questions };
		for (;;) {
			const content: PromptInput = { ...fixed, ...this.settings };
			const { error, data } = promptSchema.safeParse(content);
			if (data) {
				const toAnswers = (given: Readonly<Record<string, unknown>>) =>
					this.#toAnswers(data, given);
				return { prompt: data, notes: this.#notes, toAnswers };
			}
			const [issue] = listIssues(error);
			const member = String(issue!.path[0]) as keyof PromptInput;
			const field = issue!.path.join('.');
			if (!Object.hasOwn(this.settings, member)) throw new Error(`${field} ${issue!.message}`);
			this.note(member, 'left_out', `${field} ${issue!.message}`);
			delete this.settings[member];
		}
	}

	#toAnswers({ questions }: Prompt, given: Readonly<Record<string, unknown>>): Answers {
		const answers: Answers = {};
		for (const [source, id] of this.#ids) {
			const question = questions.find((one) => one.id === id);
			const names = {
				valueOf: (option: string) => this.valueOf(source, option),
				toScore: this.#toScore.get(source) ?? Number,
			};
			const raw = given[this.#aliases.get(source) ?? source] ?? given[source];
			const answer = question && toAnswer(question, raw, names);
			if (answer !== undefined) answers[id] = answer;
		}
		return answers;
	}

	#addBranch({ from, when, to, path }: Jump): void {
		const ids = this.#questions.map(({ id }) => id);
		const question = this.#questions[ids.indexOf(this.#ids.get(from) ?? '')];
		const go = to === 'end' ? 'end' : this.#ids.get(to);
		if (!question || go === undefined) {
			this.note(path, 'left_out', 'the branch names a question that was not imported');
		} else if (go !== 'end' && ids.indexOf(go) <= ids.indexOf(question.id)) {
			this.note(path, 'left_out', 'a branch leads to later questions only');
		} else if ((question.branches?.length ?? 0) === limits.prompt.options) {
			this.note(path, 'left_out', `a question has at most ${limits.prompt.options} branches`);
		} else {
			question.branches = [...(question.branches ?? []), { when, go }];
		}
	}

	#toOptions(path: string, choices: readonly Choice[]) {
		const most = limits.prompt.options;
		if (choices.length > most) {
			this.note(path, 'left_out', `only the first ${most} of ${choices.length} options are kept`);
		}
		const taken = new Set<string>();
		return choices.slice(0, most).map(({ label, value = '', names = [] }, at) => {
			const or = `option_${at + 1}`;
			const read = this.#read(label, path, 'label') ?? { text: `Option ${at + 1}`, other: {} };
			const slug = toSlug(value || read.text, { separator: '_', length: 50, or });
			const made = unique(optionValue.test(value) ? value : slug, taken, '_');
			return { value: made, label: read, names: [...names, value, label.text] };
		});
	}

	/** A text without markup, no longer than allowed; undefined if it is empty. */
	#read(text: Localized | undefined, path: string, field: string): Localized | undefined {
		if (!text) return undefined;
		const most = field === 'help' || field === 'text' ? limits.prompt.text : limits.prompt.title;
		const plain = plainText(text.text);
		if (plain === '') return undefined;
		if (plain.length > most) {
			this.note(path, 'changed', `the ${field} is cut after ${most} characters`);
		}
		const other = Object.entries(text.other).flatMap(([language, said]) => {
			const words = cut(plainText(said), most);
			return words === '' || language === this.#about.language ? [] : [[language, words]];
		});
		return { text: cut(plain, most), other: Object.fromEntries(other) };
	}

	#textsIn(language: string) {
		return (this.#translations[language] ??= { questions: {} });
	}
}

/** The texts of one question by language. */
class Translated {
	readonly byLanguage = new Map<string, Words>();

	set(field: string, { other }: Localized): void {
		for (const [language, said] of Object.entries(other)) {
			Object.assign(this.#in(language), { [field]: said });
		}
	}

	setOption(value: string, { other }: Localized): void {
		for (const [language, said] of Object.entries(other)) {
			const words = this.#in(language);
			words.options = { ...words.options, [value]: said };
		}
	}

	#in(language: string): Words {
		const words = this.byLanguage.get(language) ?? {};
		this.byLanguage.set(language, words);
		return words;
	}
}

function toId(source: string): string {
	return toSlug(source, { separator: '_', length: limits.prompt.questionId - 4, or: 'question' });
}

function cut(text: string, most: number): string {
	return text
		.slice(0, most)
		.replace(/[\uD800-\uDBFF]$/, '')
		.trim();
}
