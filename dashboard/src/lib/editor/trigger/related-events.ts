import type { PromptContent } from '#lib/prompt/prompt-content.ts';

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
		trigger.source === 'backend' ||
		trigger.unless !== undefined ||
		trigger.cancel_events !== undefined ||
		delays.some((one) => Number(one?.delay_seconds ?? 0) > 0)
	);
}
