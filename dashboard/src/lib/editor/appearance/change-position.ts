import type { Position } from '#lib/appearance/appearance-options.ts';

import { setMember } from '../condition/subjects.ts';
import type { PromptContent } from '../working-copy.svelte.ts';

/** Chooses where the prompt stands. The element to stand in goes with `inline` only, and comes back with it. */
export function changePosition(
	appearance: PromptContent['appearance'],
	next: Position | undefined,
	left: { target?: unknown },
): void {
	const held = appearance as Record<string, unknown>;
	if (held['target'] !== undefined) left.target = held['target'];
	setMember(held, 'position', next);
	setMember(held, 'target', next === 'inline' ? left.target : undefined);
}
