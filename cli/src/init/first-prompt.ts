import { product, promptSchema } from '@feedback/contract';
import type { PromptInput } from '@feedback/contract';

import type { Context } from '../context.ts';
import { Failure } from '../failure.ts';
import { deriveKey } from '../idempotency.ts';

/** The event of the example code, which triggers the first prompt. */
export const exampleEvent = 'report.exported';

/** A first prompt for a person to edit and publish. */
const content = {
	survey_id: 'first-prompt',
	name: 'First prompt',
	language: 'en',
	questions: [
		{
			id: 'ease',
			type: 'rating',
			title: 'How easy was that?',
			style: 'stars',
			scale: 5,
			low_label: 'Very hard',
			high_label: 'Very easy',
		},
		{ id: 'more', type: 'long_text', title: 'What could we do better?' },
	],
	thank_you: { title: 'Thank you!', text: 'We read every answer.' },
	trigger: { events: [exampleEvent] },
} as const satisfies PromptInput;

/** The first prompt of a site: created by this run, or already present. */
export type FirstPrompt = {
	id: string | null;
	survey_id: string;
	revision: number | null;
	state: 'to_create' | 'created' | 'present';
};

export const plannedPrompt: FirstPrompt = {
	id: null,
	survey_id: content.survey_id,
	revision: null,
	state: 'to_create',
};

/** Saves a first prompt as a draft, with a person's approval, unless the site already has a prompt. */
export async function saveFirstPrompt(site: string, context: Context): Promise<FirstPrompt> {
	const { client } = context;
	const { items } = await client.listPrompts({ site, limit: 1 });
	if (items[0]) {
		const { id, survey_id, latest_revision: revision } = items[0];
		return { id, survey_id, revision, state: 'present' };
	}
	const create = () =>
		client.createPrompt(
			{ site, content: promptSchema.parse(content) },
			{ idempotencyKey: deriveKey('first-prompt', site, content) },
		);
	try {
		const { id, survey_id, revision } = await context.withApproval(
			{ action: 'prompt:draft', site },
			create,
		);
		return { id, survey_id, revision, state: 'created' };
	} catch (error) {
		if (!(error instanceof Failure) || error.code !== 'approval_required') throw error;
		const { hint, details, next, approval, request_id } = error;
		const message = `${product.name} is installed in the app; the first prompt is not saved yet. ${error.message}`;
		throw new Failure('approval_required', message, {
			hint,
			details,
			next,
			...(approval && { approval }),
			request_id,
			cause: error,
		});
	}
}
