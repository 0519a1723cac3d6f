import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { promptSchema } from '../prompt.ts';
import { nameText } from '../text.ts';
import { workspacePath } from './path.ts';
import { instantSchema, page, removedSchema, type Route } from './route.ts';

export const workspaceTemplateSchema = z.object({
	id: uuidSchema,
	name: z.string(),
	about: z.string(),
	/** The prompt, with the rule of its audience instead of a saved audience. */
	content: promptSchema,
	created_at: instantSchema,
	/** Name or email address of the person who saved it; null once the account is gone. */
	created_by: z.string().nullable(),
});

const templateName = nameText(limits.template.name);

export const templateRoutes = {
	listTemplates: {
		method: 'GET',
		path: '/workspaces/{workspace}/templates',
		summary: 'The templates of a workspace, by name.',
		need: 'person',
		role: 'viewer',
		params: workspacePath,
		output: page(workspaceTemplateSchema),
	},
	createTemplate: {
		method: 'POST',
		path: '/workspaces/{workspace}/templates',
		summary: 'Saves a prompt as a template of the workspace.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: workspacePath,
		body: z.strictObject({
			/** Unique in the workspace. */
			name: templateName,
			about: z.union([nameText(limits.template.about), z.literal('')]).default(''),
			content: promptSchema,
		}),
		output: workspaceTemplateSchema,
		errors: ['conflict', 'invalid_prompt'],
	},
	deleteTemplate: {
		method: 'DELETE',
		path: '/workspaces/{workspace}/templates/{template}',
		summary: 'Deletes a template. Prompts created from it are not affected.',
		need: 'person',
		role: 'editor',
		assurance: 'none',
		params: workspacePath.extend({
			/** UUID of the template. */
			template: uuidSchema,
		}),
		output: removedSchema,
	},
} as const satisfies Record<string, Route>;
