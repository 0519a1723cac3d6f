// Where the texts of a prompt are, as its author writes them and as it is drawn.

type Path = (string | number)[];

/** A text of a prompt and its place. */
export type PlacedText = { path: Path; text: string };

/** Fields of a question whose texts take values. A consent takes none: it is given to the author's words. */
const fields = [
	'title',
	'help',
	'low_label',
	'high_label',
	'other_label',
	'placeholder',
	'yes_label',
	'no_label',
	'text',
	'button_label',
] as const;

type Texts = { [Field in (typeof fields)[number]]?: string | undefined };

/** A question, or its translation, in which the options are by their value. */
type QuestionTexts = Texts & {
	options?: { label?: string }[] | Record<string, string> | undefined;
	button?: { label?: string } | undefined;
};

type ThankYouTexts = { title?: string | undefined; text?: string | undefined };

/** The parts of a prompt that have such texts. */
export type PromptTexts = {
	questions: readonly object[];
	thank_you?: ThankYouTexts | undefined;
	translations?:
		| Record<string, { questions?: Record<string, object>; thank_you?: ThankYouTexts | undefined }>
		| undefined;
};

/** The texts of a prompt that take values, in all its languages. Accepts one that is being edited. */
export function listTexts({ questions, thank_you: thanks, translations = {} }: PromptTexts) {
	return [
		...questions.flatMap((question, at) => listQuestionTexts(question, ['questions', at])),
		...listThankYouTexts(thanks, ['thank_you']),
		...Object.entries(translations).flatMap(([tag, words]) => [
			...Object.entries(words.questions ?? {}).flatMap(([id, question]) =>
				listQuestionTexts(question, ['translations', tag, 'questions', id]),
			),
			...listThankYouTexts(words.thank_you, ['translations', tag, 'thank_you']),
		]),
	];
}

/** The texts of a question, or of its translation, that take values. */
function listQuestionTexts(question: QuestionTexts, path: Path): PlacedText[] {
	const { options, button } = question;
	return [
		...listFields(question, fields, path),
		...(Array.isArray(options)
			? options.flatMap((option, at) => listFields(option, ['label'], [...path, 'options', at]))
			: listFields(options ?? {}, Object.keys(options ?? {}), [...path, 'options'])),
		...listFields(button ?? {}, ['label'], [...path, 'button']),
	];
}

function listThankYouTexts(thankYou: ThankYouTexts = {}, path: Path): PlacedText[] {
	return listFields(thankYou, ['title', 'text'], path);
}

function listFields<Field extends string>(
	from: { [Name in Field]?: string | undefined },
	names: readonly Field[],
	path: Path,
): PlacedText[] {
	return names.flatMap((name) => {
		const text = from[name];
		return typeof text === 'string' ? [{ path: [...path, name], text }] : [];
	});
}
