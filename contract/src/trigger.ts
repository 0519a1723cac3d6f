import { z } from 'zod';

import { whereSchema } from './condition.ts';
import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';
import { eventNameSchema } from './values.ts';

const eventNames = z.array(eventNameSchema).min(1).max(limits.prompt.events);

/** Selects the events that trigger the prompt. */
export const triggerSchema = z.strictObject({
	events: eventNames,
	/** Conditions on the event's properties. */
	where: whereSchema.optional(),
	/** Every property that `where` reads must be verified: in a valid event proof, or reported by the backend. */
	verified: z.boolean().default(false),
	/** Source of the event: `browser`, the default, or `backend`. The prompt ignores events of the other. */
	source: z.enum(['browser', 'backend']).optional(),
	/** Only if the subject reported at least `times` events that match the trigger in this time; this event counts. */
	repeated: z
		.strictObject({
			times: z.number().int().min(2).max(limits.prompt.repetitions),
			within_minutes: z.number().int().min(1).max(limits.prompt.repeatedMinutes),
		})
		.optional(),
	/** Only if none of these events follows in this time. Until then the prompt waits for the subject. */
	unless: z
		.strictObject({
			events: eventNames,
			within_minutes: z.number().int().min(1).max(limits.prompt.unlessMinutes),
		})
		.optional(),
	/** Events that withdraw the prompt while it waits. */
	cancel_events: eventNames.optional(),
});

export type Trigger = z.output<typeof triggerSchema>;

type Checked = {
	trigger?: Trigger | undefined;
	timing: { delay_seconds: number; wait_hours?: number | undefined };
	experiment?:
		| { variants: { timing?: { delay_seconds?: number | undefined } | undefined }[] }
		| undefined;
};

/** Whether a prompt with this trigger waits for its visitor, for at most `timing.wait_hours`. */
export function waitsForVisitor(
	trigger: { source?: string | undefined; unless?: unknown } | undefined,
): boolean {
	return trigger?.source === 'backend' || trigger?.unless !== undefined;
}

/** Rules between the fields of a trigger, and between them and the timing. */
export function findTriggerIssues({ trigger, timing, experiment }: Checked): ValidationIssue[] {
	const found: ValidationIssue[] = [];
	const isKept = waitsForVisitor(trigger);
	if (timing.wait_hours !== undefined && !isKept) {
		found.push({
			path: ['timing', 'wait_hours'],
			message: 'goes only with source: backend or trigger.unless',
		});
	}
	if (trigger?.unless && timing.delay_seconds > 0) {
		found.push({
			path: ['timing', 'delay_seconds'],
			message: 'does not go with trigger.unless, whose within_minutes are the delay',
		});
	}
	const isDelayed = [timing, ...(experiment?.variants.map((variant) => variant.timing) ?? [])].some(
		(one) => (one?.delay_seconds ?? 0) > 0,
	);
	if (trigger?.cancel_events && !isKept && !isDelayed) {
		found.push({
			path: ['trigger', 'cancel_events'],
			message: 'goes only with a prompt that waits: source: backend, trigger.unless or a delay',
		});
	}
	trigger?.cancel_events?.forEach((name, at) => {
		if (trigger.events.includes(name)) {
			found.push({
				path: ['trigger', 'cancel_events', at],
				message: `"${name}" triggers the prompt, so it cannot withdraw it`,
			});
		}
	});
	return found;
}
