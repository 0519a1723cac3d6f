/**
 * The text as searches compare it: the same letters, however they are composed, in any case and width.
 * `app.fold_text` does the same.
 *
 * @example
 * foldText('CAFE\u0301'); // 'café'
 */
export function foldText(text: string): string {
	return text.normalize('NFKC').toLowerCase();
}
