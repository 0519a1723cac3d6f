// An open prompt with answers goes on at its next question on the next page in the same tab, once.
import { displayStaleMinutes } from '@feedback/contract/shared-limits';
import type { Display } from '@feedback/contract/wire';

import type { Answers } from '../drawing.ts';
import { isId, toNumber, toRecord } from '../json.ts';
import type { Core } from './interface.ts';
import { isDrawable } from './is-drawable.ts';

/** The page was left with this prompt open. */
export type KeptPrompt = {
	display: Display;
	answers: Answers;
	/** Sequence number of its next answer. */
	seq: number;
};

/** After this time, nobody expects the prompt any more. */
const staleAfterMs = displayStaleMinutes * 60_000;

/**
 * Keeps a prompt for the next page. It is kept among the prompts with a delay, because scripts of earlier releases look
 * only there for what belongs on a page. Only while a page is left: the copy of a tab must not show a prompt twice.
 */
export function keepOpen(core: Core, prompt: KeptPrompt): void {
	const { visitor } = core.readVisitor();
	const others = [core.read('waits', 'sessionStorage')].flat().filter(Boolean);
	core.write('waits', [...others, { ...prompt, visitor, at: Date.now() }], 'sessionStorage');
}

/** Takes the prompt that the last page kept, if it is for the same visitor. */
export function takeOpen(core: Core): KeptPrompt | undefined {
	const stored = [core.read('waits', 'sessionStorage')].flat();
	const others = stored.filter((one) => !toRecord(one)['display']);
	const kept = toRecord(stored.find((one) => toRecord(one)['display']));
	if (!kept['display']) return;
	core.write('waits', others.length ? others : undefined, 'sessionStorage');
	const { display, answers, seq, visitor, at } = kept;
	const age = Date.now() - toNumber(at);
	return isDrawable(display) &&
		isId(display.id) &&
		Number.isInteger(seq) &&
		visitor === core.readVisitor().visitor &&
		age >= 0 &&
		age < staleAfterMs
		? { display, answers: toRecord(answers) as Answers, seq: seq as number }
		: undefined;
}
