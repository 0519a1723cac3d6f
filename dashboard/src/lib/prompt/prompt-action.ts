import type { ListedPrompt } from './live-prompts.svelte.ts';

export type PromptAction = 'publish' | 'pause' | 'resume' | 'duplicate';

export const promptActionNames: Record<PromptAction, string> = {
	publish: 'Publish',
	pause: 'Pause',
	resume: 'Resume',
	duplicate: 'Duplicate',
};

/**
 * Lists the actions that an editor can take on a prompt in its state.
 *
 * @example
 * listPromptActions({ state: 'paused', latest_revision: 1, published_revision: 1 }); // ['resume', 'duplicate']
 */
export function listPromptActions({
	state,
	latest_revision: latest,
	published_revision: live,
}: Pick<ListedPrompt, 'state' | 'latest_revision' | 'published_revision'>): PromptAction[] {
	const mayPublish = state !== 'archived' && (state === 'draft' || live !== latest);
	return [
		...(mayPublish ? (['publish'] as const) : []),
		...(state === 'published' ? (['pause'] as const) : []),
		...(state === 'paused' ? (['resume'] as const) : []),
		'duplicate',
	];
}
