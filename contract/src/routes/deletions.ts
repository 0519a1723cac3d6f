import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { promptPath, sitePath, workspacePath } from './path.ts';
import { responseFilter } from './responses.ts';
import { instantSchema, page, pageQuery, type Route } from './route.ts';

export const deletableSchema = z.enum(['prompt', 'site', 'workspace', 'account', 'responses']);

/** A deletion that is scheduled, undone or finished. */
export const deletionSchema = z.object({
	id: uuidSchema,
	kind: deletableSchema,
	/** `null` for an account. */
	workspace: uuidSchema.nullable(),
	/** `null` for a workspace and an account. */
	site: uuidSchema.nullable(),
	/** UUID of the prompt, site, workspace or person; for responses, of the deletion. */
	target: uuidSchema,
	/** Its name when the deletion was requested; the e-mail address of an account; how many responses, and to which prompt. */
	name: z.string(),
	/** The prompt is deleted, but not what visitors answered. */
	keep_responses: z.boolean(),
	state: z.enum(['scheduled', 'undone', 'finished']),
	/** Name and e-mail address of the person; `null` for one whom the caller may not see. */
	requested_by: z.string().nullable(),
	requested_at: instantSchema,
	/** Until then the deletion can be undone. */
	due_at: instantSchema,
	/** When it was undone or finished; `null` while it is scheduled. */
	ended_at: instantSchema.nullable(),
	/** The receipt: number of deleted rows by table. Rows that belonged to these are not counted. */
	deleted: z.record(z.string(), z.number().int()),
});

/** Preview of a deletion, before it is requested. */
export const deletionPreviewSchema = z.object({
	name: z.string(),
	/** Whether the caller may delete it: a person by their role, a connection only a draft that was never published. */
	allowed: z.boolean(),
	/** Number of objects to delete, by kind. Each count ends at 100,000. A connection gets no counts of a workspace. */
	counts: z.record(z.string(), z.number().int()),
	/** The scheduled deletion, if there is one. */
	scheduled: deletionSchema.nullable(),
	/** Where a person deletes it in the dashboard. */
	url: z.string(),
});

/** Name of the object to delete, so that nothing is deleted by a mistaken UUID. */
const confirmation = { confirm: z.string().max(200) };

const scheduling = {
	method: 'POST',
	need: 'person',
	output: deletionSchema,
	errors: ['conflict'],
} as const;

export const deletionRoutes = {
	previewPromptDeletion: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/deletion',
		summary: 'Previews what deleting the prompt would delete.',
		need: 'connection',
		role: 'viewer',
		params: promptPath,
		output: deletionPreviewSchema,
	},
	deletePrompt: {
		...scheduling,
		path: '/sites/{site}/prompts/{prompt}/deletion',
		summary:
			'Pauses the prompt and deletes it after 7 days, with its responses or without. Once the prompt was published, only an owner can delete it, and a connection cannot.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'recent',
		params: promptPath,
		body: z.strictObject({ ...confirmation, keep_responses: z.boolean().default(false) }),
	},
	previewSiteDeletion: {
		method: 'GET',
		path: '/sites/{site}/deletion',
		summary: 'Previews what deleting the site would delete.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		output: deletionPreviewSchema,
	},
	deleteSite: {
		...scheduling,
		assurance: 'recent',
		path: '/sites/{site}/deletion',
		summary: 'Closes the site and deletes it after 7 days.',
		role: 'owner',
		params: sitePath,
		body: z.strictObject(confirmation),
		errors: ['conflict'],
	},
	previewResponseDeletion: {
		method: 'GET',
		path: '/sites/{site}/deletion/responses',
		summary: 'Counts the responses that a filter matches, before they are deleted.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: responseFilter,
		/** The count of responses ends one above the most that one request deletes. */
		output: deletionPreviewSchema,
		errors: ['approval_required'],
	},
	deleteResponses: {
		...scheduling,
		assurance: 'presence',
		path: '/sites/{site}/deletion/responses',
		summary:
			'Deletes the responses that a filter matches, with what members noted about them. Can be undone for 7 days.',
		role: 'owner',
		params: sitePath,
		query: responseFilter,
		body: z.strictObject({
			/** The count of the preview: refused with `conflict` if the filter now matches another number. */
			count: z.number().int().min(1).max(limits.deletion.responses),
		}),
	},
	previewWorkspaceDeletion: {
		method: 'GET',
		path: '/workspaces/{workspace}/deletion',
		summary: 'Previews what deleting the workspace would delete.',
		need: 'connection',
		role: 'viewer',
		params: workspacePath,
		output: deletionPreviewSchema,
	},
	deleteWorkspace: {
		...scheduling,
		assurance: 'recent',
		path: '/workspaces/{workspace}/deletion',
		summary: 'Closes all sites of the workspace and deletes it after 7 days.',
		role: 'owner',
		params: workspacePath,
		body: z.strictObject(confirmation),
		errors: ['conflict'],
	},
	previewAccountDeletion: {
		method: 'GET',
		path: '/whoami/deletion',
		summary:
			'Previews what deleting the caller’s account would end, and which workspaces prevent it.',
		need: 'person',
		output: deletionPreviewSchema.extend({
			/** Workspaces that have no other owner: the account cannot be deleted before their ownership is transferred. */
			only_owner_of: z.array(z.object({ id: uuidSchema, name: z.string() })),
		}),
	},
	deleteAccount: {
		...scheduling,
		assurance: 'recent',
		path: '/whoami/deletion',
		summary:
			'Deletes the caller’s account after 7 days. Refused for the only owner of a workspace.',
		body: z.strictObject(confirmation),
		errors: ['conflict'],
	},
	undoAccountDeletion: {
		method: 'POST',
		path: '/whoami/deletion/undo',
		summary: 'Keeps the caller’s account, whose deletion was scheduled.',
		need: 'person',
		assurance: 'none',
		output: deletionSchema,
		errors: ['conflict'],
	},
	listDeletions: {
		method: 'GET',
		path: '/deletions',
		summary:
			'Deletions in the caller’s workspaces and those that they requested, newest first. Receipts are kept after the workspace is deleted. A connection gets those of its sites and workspaces.',
		need: 'connection',
		query: pageQuery.extend({ workspace: uuidSchema.optional() }),
		output: page(deletionSchema),
	},
	undoDeletion: {
		method: 'POST',
		path: '/workspaces/{workspace}/deletions/{deletion}/undo',
		summary:
			'Undoes a scheduled deletion. A prompt stays paused, and responses are restored. A connection can only undo the deletion of a draft that was never published.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: workspacePath.extend({ deletion: uuidSchema }),
		output: deletionSchema,
		errors: ['conflict'],
	},
} as const satisfies Record<string, Route>;
