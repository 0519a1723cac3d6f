import { css } from './css.ts';
import { makeSheet } from './make-sheet.ts';

/** What prompts are drawn with. */
export type Sheets = {
	base(): CSSStyleSheet;
	/** With `:has()` in it the first styles of a page take half as long again: only for who needs it. */
	relations(): CSSStyleSheet;
};

let base: CSSStyleSheet | undefined;
let relations: CSSStyleSheet | undefined;

/** One for all prompts. Made with the first, not while the file is loaded: that may be on a server. */
export const pageSheets: Sheets = {
	base: () => (base ??= makeSheet(css.base)),
	relations: () => (relations ??= makeSheet(css.relations)),
};
