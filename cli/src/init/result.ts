import { reasonCodes } from '@feedback/contract';
import { z } from 'zod';

/** Changes that the wizard made or would make. */
export const resultSchema = z.object({
	state: z.enum(['planned', 'unchanged', 'installed', 'by_hand', 'undone']),
	/** Folder of the app. */
	app: z.string(),
	framework: z
		.object({ id: z.string(), name: z.string(), version: z.string().nullable() })
		.nullable(),
	/** The file that already started the SDK. */
	existing: z.string().nullable(),
	/** Paths are relative to the app; `diff` is a unified diff. */
	files: z.array(
		z.object({
			path: z.string(),
			change: z.enum(['create', 'edit', 'link', 'restore']),
			diff: z.string().nullable(),
		}),
	),
	package: z
		.object({
			spec: z.string(),
			command: z.array(z.string()),
			state: z.enum(['to_install', 'installed', 'skipped']),
		})
		.nullable(),
	/** Code for an app that is not edited, and where to put it. */
	by_hand: z
		.object({ place: z.string(), code: z.string(), guide: z.string().nullable() })
		.nullable(),
	site: z
		.object({
			id: z.string().nullable(),
			site_id: z.string().nullable(),
			name: z.string().nullable(),
			state: z.enum(['existing', 'created', 'to_create']),
		})
		.nullable(),
	skill: z
		.object({ path: z.string(), state: z.enum(['create', 'update', 'present', 'kept']) })
		.nullable(),
	/** The library that signs people in, and whether the app now tells the SDK who is signed in. */
	identity: z
		.object({ id: z.string(), name: z.string(), state: z.enum(['accepted', 'left']) })
		.nullable(),
	/** Name of the event that arrived. */
	verified: z.string().nullable(),
	/** The decision about that event, with a description; `reason` is null when it could not be read. */
	decision: z
		.object({
			reason: z.enum(reasonCodes).nullable(),
			text: z.string(),
			survey_id: z.string().nullable(),
		})
		.nullable(),
	/** The first prompt, if one was requested. */
	prompt: z
		.object({
			id: z.string().nullable(),
			survey_id: z.string(),
			revision: z.number().int().nullable(),
			state: z.enum(['to_create', 'created', 'present']),
		})
		.nullable(),
	/** Address of the site's prompts in the dashboard, if known. */
	dashboard: z.string().nullable(),
	/** Content Security Policies of the app that block the SDK, with the sources to add to a directive. */
	refusals: z.array(
		z.object({
			file: z.string(),
			directive: z.string(),
			add: z.array(z.string()),
			value: z.string(),
		}),
	),
	notes: z.array(z.string()),
	/** The remaining steps, in order. */
	steps: z.array(z.string()),
});
export type Result = z.infer<typeof resultSchema>;
