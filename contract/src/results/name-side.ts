/** A side of a comparison: any part of the subjects, of time, or both. */
export type NamedSide = {
	name?: string | undefined;
	since?: string | undefined;
	until?: string | undefined;
	trait?: string[] | undefined;
	account?: string | undefined;
	revision?: number | undefined;
	variant?: string | undefined;
	condition?: unknown;
};

/**
 * Names one side of a comparison: by its own name, or by its parts.
 *
 * @example
 * nameSide({ trait: ['plan:pro'], revision: 3 }); // 'plan:pro, revision 3'
 */
export function nameSide({
	name,
	since,
	until,
	trait,
	account,
	revision,
	variant,
	condition,
}: NamedSide): string {
	if (name !== undefined) return name;
	const day = (at: string) => at.slice(0, 10);
	const parts = [
		...(trait ?? []),
		...(account === undefined ? [] : [account]),
		...(revision === undefined ? [] : [`revision ${revision}`]),
		...(variant === undefined ? [] : [`variant ${variant}`]),
		...(condition === undefined ? [] : ['those who meet the condition']),
		...(since === undefined ? [] : [`since ${day(since)}`]),
		...(until === undefined ? [] : [`until ${day(until)}`]),
	];
	return parts.length === 0 ? 'everyone' : parts.join(', ');
}
