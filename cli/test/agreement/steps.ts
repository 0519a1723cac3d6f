import type { Answer } from './answer.ts';
import { contentOf } from './world.ts';
import type { World } from './world.ts';

/** The ID of nothing. */
export const unknown = '00000000-0000-4000-8000-000000000009';

/** Creates a draft, and returns calls for it. */
export async function draftIn(world: World) {
	const content = contentOf();
	const { site } = world;
	const created = await world.ask('createPrompt', { site, content });
	const at = { site, prompt: created.body['id'] as string };
	return {
		at,
		content,
		created,
		save: (title: string, base?: number) =>
			world.ask('saveRevision', {
				...at,
				content: { ...content, name: title },
				...(base !== undefined && { base }),
			}),
		publish: (revision: number, more: object = {}, key?: string) =>
			world.ask(
				'publishPrompt',
				{ ...at, revision, ...more },
				key === undefined ? {} : { 'idempotency-key': key },
			),
	};
}

/** Runs steps in sequence. */
export async function inOrder(...steps: (() => Promise<Answer>)[]): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const step of steps) answers.push(await step());
	return answers;
}
