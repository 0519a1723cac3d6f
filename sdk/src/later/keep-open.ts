// An open prompt with answers goes on at its next question on the next page in the same tab, once.
import { displayStaleMinutes } from '@feedback/contract/shared-limits';
import type { Display } from '@feedback/contract/wire';

import type { Answers, PromptOnPage } from '../drawing.ts';
import { toNumber, toRecord } from '../json.ts';
import type { Core } from './interface.ts';
import { isDrawable } from './is-drawable.ts';

/** A display whose page was left, and the sequence number of its next answers. */
export type KeptDisplay = { display: Display & { prompt: PromptOnPage }; seq: number };

/**
 * Keeps a prompt for the next page. It is kept among the prompts with a delay, because scripts of earlier releases look
 * only there for what belongs on a page. Only while a page is left: the copy of a tab must not show a prompt twice.
 */
export function keepOpen(core: Core, display: Display, answers: Answers, seq: number): void {
	const { visitor } = core.readVisitor();
	const prompt = { ...display.prompt, answers };
	const kept = { display: { ...display, prompt }, seq, visitor, at: Date.now() };
	core.write('waits', [kept, core.read('waits', 'sessionStorage')].flat(), 'sessionStorage');
}

/** Takes the prompt that the last page kept, if it is for the same visitor. */
export function takeOpen(core: Core): KeptDisplay | undefined {
	const all = [core.read('waits', 'sessionStorage')].flat().map(toRecord);
	const kept = all.find(({ display }) => display);
	if (!kept) return;
	core.write(
		'waits',
		all.filter((one) => one !== kept),
		'sessionStorage',
	);
	const { display, seq, visitor, at } = kept;
	return isDrawable(display) &&
		Number.isInteger(seq) &&
		visitor === core.readVisitor().visitor &&
		Date.now() - toNumber(at) < displayStaleMinutes * 60_000
		? { display, seq: seq as number }
		: undefined;
}
