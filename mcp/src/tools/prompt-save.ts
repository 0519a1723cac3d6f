import { parseInput, promptSchema, routes, surveyIdSchema } from '@feedback/contract';
import type { Client } from '@feedback/client';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { createOnce, deriveKey } from '../idempotency-key.ts';
import { content, prompt, revision, site } from '../inputs.ts';
import { findSite } from '../place.ts';
import { defineTool, type Context } from '../tool.ts';
import { ToolFailure } from '../tool-failure.ts';

const input = z.strictObject({
	site,
	content: content.optional(),
	prompt: prompt.optional().describe('Save a revision of this one'),
	base: revision.optional().describe('Refuse if there is a newer revision'),
	copy_as: surveyIdSchema.optional().describe('Survey ID of a copy of prompt, without content'),
});
type Input = z.output<typeof input>;

export const promptSave = defineTool({
	name: 'prompt_save',
	title: 'Save a prompt as a draft',
	description:
		'Creates a draft from content, saves the next revision of a prompt, or copies one. Needs an approval. Visitors see nothing until it is published.',
	commands: ['prompt create', 'prompt save', 'prompt duplicate'],
	need: 'connection',
	effect: 'adds',
	input,
	output: routes.createPrompt.output,
	async run(given, context) {
		// Rejects an ambiguous call before anything is sent.
		const call = chooseWrite(given);
		const place = await findSite(context, given.site);
		return runWithApproval(context, { action: 'prompt:draft', site: place }, () =>
			call(context, place),
		);
	},
});

type Saved = Awaited<ReturnType<Client['createPrompt']>>;

function chooseWrite(given: Input): (context: Context, place: string) => Promise<Saved> {
	const { prompt: id, base, copy_as: copy } = given;
	if ((given.content === undefined) === (copy === undefined)) throw unclear('content');
	if (copy !== undefined) {
		if (id === undefined || base !== undefined) throw unclear('prompt');
		return async ({ client, signal }, place) => {
			const at = { site: place, prompt: id, survey_id: copy };
			return createOnce(
				['copy', place, id, copy],
				(key) => client.duplicatePrompt(at, { signal, ...key }),
				(made) => client.previewPromptDeletion({ site: place, prompt: made.id }, { signal }),
			);
		};
	}
	if (id === undefined && base !== undefined) throw unclear('prompt');
	const parsed = parseInput(promptSchema, given.content, 'content');
	return async ({ client, signal }, place) => {
		if (id === undefined) {
			return createOnce(
				['create', place, parsed],
				(key) => client.createPrompt({ site: place, content: parsed }, { signal, ...key }),
				(made) => client.previewPromptDeletion({ site: place, prompt: made.id }, { signal }),
			);
		}
		const saved = { site: place, prompt: id, content: parsed };
		// Without a base, saving the same content again may be intended: there may be another revision in
		// between.
		if (base === undefined) return client.saveRevision(saved, { signal });
		const idempotencyKey = await deriveKey('save', place, id, base, parsed);
		return client.saveRevision({ ...saved, base }, { signal, idempotencyKey });
	};
}

function unclear(field: string): ToolFailure {
	return new ToolFailure('invalid_request', 'It is not clear what to save.', {
		field,
		hint: 'Pass content for a new prompt, prompt and content for its next revision, or prompt and copy_as for a copy.',
	});
}
