import { css } from './css.ts';
import { makeSheet } from './make-sheet.ts';

/** What prompts are drawn with. */
export type Sheets = {
	base: CSSStyleSheet;
	/** With `:has()` in it the first styles of a page take half as long again: only for who needs it. */
	relations(): CSSStyleSheet;
};

let relations: CSSStyleSheet | undefined;

/** One for all prompts, the first while the file is loaded, so that drawing need not wait for it. */
export const pageSheets: Sheets = {
	base: makeSheet(css.base),
	relations: () => (relations ??= makeSheet(css.relations)),
};
