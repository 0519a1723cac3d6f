import { z } from 'zod';

import { uuidSchema } from '../ingest.ts';
import { limits } from '../limits.ts';
import { nameText } from '../text.ts';
import { promptPath } from './path.ts';
import { instantSchema, page, removedSchema, type Route } from './route.ts';
import { filterCondition, writtenSegment } from './segment.ts';

/** Selection of a saved filter: a part of the responses, a period, or both. */
export const filterSchema = writtenSegment
	.extend({
		/** Number of days up to today, in the site's time zone. Replaces `since` and `until`. */
		days: z.number().int().min(1).max(limits.results.filterDays).optional(),
		since: instantSchema.optional(),
		until: instantSchema.optional(),
		/** As in the query of a summary, as an object instead of JSON. */
		condition: filterCondition.optional(),
	})
	.strict()
	.check(({ value, issues }) => {
		const complain = (path: string[], message: string) =>
			issues.push({ code: 'custom', input: value, path, message });
		if (Object.values(value).every((part) => part === undefined)) {
			complain(
				[],
				'must hold at least one of trait, account, revision, variant, condition, days, since and until',
			);
		}
		if (value.days !== undefined && (value.since ?? value.until) !== undefined) {
			complain(['days'], 'cannot be combined with since or until');
		}
	});

export type SavedFilter = z.output<typeof filterSchema>;

export const savedFilterSchema = z.object({
	id: uuidSchema,
	/** Unique in the prompt, ignoring case. */
	name: z.string(),
	filter: filterSchema,
	/** Descriptions of the parts that the latest revision no longer has: only earlier responses match. */
	gone: z.array(z.string()),
	/** Person who saved it; null for a person who is no longer a member, and for a connection of another person. */
	created_by: z.string().nullable(),
	created_at: instantSchema,
	updated_at: instantSchema,
});

const filterPath = promptPath.extend({
	/** UUID of the saved filter. */
	saved_filter: uuidSchema,
});
const filterName = nameText(limits.results.filterName).transform((name) => name.trim());

export const savedFilterRoutes = {
	listSavedFilters: {
		method: 'GET',
		path: '/sites/{site}/prompts/{prompt}/filters',
		summary: 'The saved filters of a prompt, by name.',
		need: 'connection',
		role: 'viewer',
		params: promptPath,
		output: page(savedFilterSchema),
	},
	createSavedFilter: {
		method: 'POST',
		path: '/sites/{site}/prompts/{prompt}/filters',
		summary:
			'Saves a filter for the results of a prompt under a name, for everyone who can see the site.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: promptPath,
		body: z.strictObject({ name: filterName, filter: filterSchema }),
		output: savedFilterSchema,
		errors: ['approval_required', 'conflict'],
		idempotent: true,
	},
	updateSavedFilter: {
		method: 'PATCH',
		path: '/sites/{site}/prompts/{prompt}/filters/{saved_filter}',
		summary: 'Renames a saved filter, or replaces its conditions.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: filterPath,
		body: z.strictObject({ name: filterName.optional(), filter: filterSchema.optional() }),
		output: savedFilterSchema.extend({
			/** False if nothing had to be changed. */
			changed: z.boolean(),
		}),
		errors: ['approval_required', 'conflict'],
	},
	deleteSavedFilter: {
		method: 'DELETE',
		path: '/sites/{site}/prompts/{prompt}/filters/{saved_filter}',
		summary: 'Deletes a saved filter. Responses are not affected.',
		need: 'prompt:draft',
		role: 'editor',
		assurance: 'none',
		params: filterPath,
		output: removedSchema,
		errors: ['approval_required'],
	},
} as const satisfies Record<string, Route>;
