import type { Asked, Draft } from './draft.ts';
import type { Localized } from './localized.ts';

/** An item of the source as a question of a prompt. */
export type Drawn = Pick<Asked, 'question'> & Partial<Pick<Asked, 'texts' | 'choices' | 'toScore'>>;

/** Turns an item into a question; notes what it changes. */
export type Draw<Item> = (item: Item, note: (message: string) => void) => Drawn;

type Place<Item> = Pick<Asked, 'source' | 'alias' | 'path'> & {
	item: Item;
	type: string;
	required: boolean;
	title: Localized | undefined;
	/** Its help, or the text of a message. */
	text: Localized | undefined;
};

/** Asks an item by its type. Returns whether it is asked; if not, a note gives the reason. */
export function askItem<Item>(
	draft: Draft,
	draws: Readonly<Record<string, Draw<Item>>>,
	{ item, type, source, alias, path, required, title, text }: Place<Item>,
): boolean {
	const draw = Object.hasOwn(draws, type) ? draws[type] : undefined;
	if (!draw) {
		draft.note(path, 'left_out', `a prompt has no questions of type "${type}"`);
		return false;
	}
	const { question, texts, choices, toScore } = draw(item, (message) =>
		draft.note(path, 'changed', message),
	);
	const isMessage = question.type === 'message';
	return draft.add({
		source,
		alias,
		toScore,
		path,
		question: { ...(!isMessage && { required }), ...question },
		texts: { title, [isMessage ? 'text' : 'help']: text, ...texts },
		...(choices && { choices }),
	});
}
