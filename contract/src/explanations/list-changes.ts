import type { Reason } from '../wire.ts';
import { advice } from './advice.ts';

type Verdict = { reason: Reason; rules: { rule: string; passed: boolean; text: string }[] };
type Situation = {
	state: 'draft' | 'published' | 'paused' | 'archived';
	/** The names of its trigger. */
	names: readonly string[];
	/** Whether it needs no trigger: the feedback button of the site opens it, or the app has opened it. */
	isOpened: boolean;
	/** The days whose events were examined. */
	days: number;
	/** Whether one of them was reported. */
	wasTriggered: boolean;
	decision: Verdict | null;
};

const opening =
	'Call show() with its survey ID, let the feedback button open it, or give it a trigger: no event displays it.';

/** What would have to change for a prompt to be displayed to a visitor, in the order in which it is decided. */
export function listChanges({
	state,
	names,
	isOpened,
	days,
	wasTriggered,
	decision,
}: Situation): string[] {
	if (state === 'paused') return ['Resume the prompt: it is paused.'];
	if (state !== 'published') return [`Publish the prompt: its state is ${state}.`];
	const changes: string[] = [];
	if (names.length === 0) {
		if (!isOpened) changes.push(opening);
	} else if (!wasTriggered) {
		changes.push(
			`Report an event of its trigger: ${names.join(', ')}. None arrived in ${days} days.`,
		);
	}
	if (!decision || decision.reason === 'displayed') return changes;
	const first = advice[decision.reason];
	if (first !== null) changes.push(first);
	// The first failed rule is the reason itself; those after it would have failed too.
	const others = decision.rules.filter(({ passed }) => !passed).slice(1);
	return [...changes, ...others.map(({ rule, text }) => `Then ${rule}: ${text}`)];
}
