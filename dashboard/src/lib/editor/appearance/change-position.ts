import type { Position } from '#lib/appearance/appearance-options.ts';

import type { PromptContent } from '#lib/prompt/prompt-content.ts';

import { setMember } from '../condition/subjects.ts';

/** Changes the position. The container element belongs to `inline` only, and is restored with it. */
export function changePosition(
	appearance: PromptContent['appearance'],
	next: Position | undefined,
	remembered: { target?: unknown },
): void {
	const members = appearance as Record<string, unknown>;
	if (members['target'] !== undefined) remembered.target = members['target'];
	setMember(members, 'position', next);
	setMember(members, 'target', next === 'inline' ? remembered.target : undefined);
}
