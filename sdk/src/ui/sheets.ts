import { css } from './css.ts';
import { makeSheet } from './make-sheet.ts';

/** Style sheets with which prompts are drawn. */
export type Sheets = {
	base(): CSSStyleSheet;
	/** Uses `:has()`, which slows down the first styles of a page by half, so only for controls that need it. */
	relations(): CSSStyleSheet;
};

let base: CSSStyleSheet | undefined;
let relations: CSSStyleSheet | undefined;

/** One sheet for all prompts, created with the first prompt, and not on load, which may happen on a server. */
export const pageSheets: Sheets = {
	base: () => (base ??= makeSheet(css.base)),
	relations: () => (relations ??= makeSheet(css.relations)),
};
