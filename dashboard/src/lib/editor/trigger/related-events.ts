import { waitsForVisitor } from '@feedback/contract';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { setMember } from '../condition/subjects.ts';

/** The minutes of a duration field, which stores seconds; typed text stays unchanged. */
export function toMinutes(seconds: number | string | undefined): number | string | undefined {
	return typeof seconds === 'number' ? seconds / 60 : seconds;
}

/** The inverse of `toMinutes`. */
export function toSeconds(minutes: unknown): unknown {
	return typeof minutes === 'number' ? minutes * 60 : minutes;
}

/** Whether a prompt waits, so that an event can withdraw it, or names such events already. */
export function mayCancel({ trigger, timing, experiment }: PromptContent): boolean {
	if (!trigger) return false;
	const delays = [timing, ...(experiment?.variants.map((variant) => variant.timing) ?? [])];
	return (
		waitsForVisitor(trigger) ||
		trigger.cancel_events !== undefined ||
		delays.some((one) => Number(one?.delay_seconds ?? 0) > 0)
	);
}

/**
 * Removes `timing.wait_hours` after a change of the trigger if the prompt does not wait for its visitor any more, and
 * restores it once the prompt does again.
 */
export function fitWaitHours(content: PromptContent, remembered: { hours?: unknown }): void {
	const { timing } = content;
	if (waitsForVisitor(content.trigger)) {
		setMember(timing, 'wait_hours', timing.wait_hours ?? remembered.hours);
		delete remembered.hours;
	} else if (timing.wait_hours !== undefined) {
		remembered.hours = timing.wait_hours;
		delete timing.wait_hours;
	}
}
