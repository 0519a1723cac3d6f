import { z } from 'zod';

/** What the wizard did, or would do. */
export const resultSchema = z.object({
	state: z.enum(['planned', 'unchanged', 'installed', 'undone']),
	/** Folder of the app. */
	app: z.string(),
	framework: z
		.object({ id: z.string(), name: z.string(), version: z.string().nullable() })
		.nullable(),
	/** The file that started the SDK before. */
	existing: z.string().nullable(),
	/** Paths are within the app; `diff` is in unified form. */
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
	/** Name of the event that arrived. */
	verified: z.string().nullable(),
	notes: z.array(z.string()),
	/** What is left to do, in order. */
	steps: z.array(z.string()),
});
export type Result = z.infer<typeof resultSchema>;
