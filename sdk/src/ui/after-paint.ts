// The SDK's third file: what a prompt needs only once it can be seen, and what few prompts have.
import css from './after-paint.css?inline';
import { leaveFocusLock } from './focus-lock.ts';
import { makeSheet } from './make-sheet.ts';
import type { Panel } from './panel.ts';
import { watchSoftKeyboard } from './soft-keyboard.ts';
import { listUnusableTokens } from './theme-tokens.ts';

export { offerAskLater } from './ask-later.ts';

/** Completes a panel on the page; `enter` moves it into another part of the page. */
export type AfterPaint = (
	panel: Panel,
	enter: (place: ParentNode) => void,
	signal: AbortSignal,
) => void;

export const afterPaint: AfterPaint = ({ host, adopt }, enter, signal) => {
	adopt(makeSheet(css));
	const unusable = listUnusableTokens(host).map((name) => `${name}:initial;`);
	if (unusable.length) adopt(makeSheet(`.panel{${unusable.join('')}}`));
	leaveFocusLock(host, enter, signal);
	const lifted = makeSheet('');
	adopt(lifted);
	// Keeps a sheet on a phone above the keyboard.
	watchSoftKeyboard(
		(covered) => lifted.replaceSync(`.panel{--covered:${Math.max(0, covered)}px}`),
		signal,
	);
};
