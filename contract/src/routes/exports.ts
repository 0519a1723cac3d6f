import { z } from 'zod';

import { limits } from '../limits.ts';
import { sitePath } from './path.ts';
import { displayFilter, type displaySchema, responseFilter, responseSchema } from './responses.ts';
import { flagSchema, pageQuery, type Route } from './route.ts';

const changeCursor = z.string().max(200);

const filter = responseFilter.extend({
	/** Only those that changed after this cursor of `getResponseCursor` or `listResponseChanges`. */
	changed_after: changeCursor.optional(),
	/** Only those that changed before this cursor. */
	changed_before: changeCursor.optional(),
});

/** One line of exported displays. */
export type ExportedDisplay = z.output<typeof displaySchema>;

const exported = {
	method: 'GET',
	need: 'response:read',
	role: 'viewer',
	params: sitePath,
	output: z.string(),
	errors: ['approval_required'],
} as const;
const responses = {
	...exported,
	query: filter,
	assurance: 'presence',
	policy: 'exporting',
	errors: ['approval_required', 'cursor_expired'],
} as const;
const displays = { ...exported, query: displayFilter, assurance: 'recent' } as const;

const csvQuery = {
	/** Whether the file begins with a byte order mark, which spreadsheets need to read it as UTF-8. */
	bom: flagSchema.default(false),
};

/** Reading responses and displays in bulk. */
export const exportRoutes = {
	exportResponses: {
		...responses,
		query: filter.extend(csvQuery),
		path: '/sites/{site}/responses.csv',
		summary: 'Responses as CSV, streamed; formulas are escaped.',
		stream: 'text/csv',
	},
	exportResponseLines: {
		...responses,
		path: '/sites/{site}/responses.ndjson',
		summary: 'Responses as JSON, one per line, streamed.',
		stream: 'application/x-ndjson',
	},
	exportResponsesParquet: {
		...responses,
		path: '/sites/{site}/responses.parquet',
		summary: 'Responses as a Parquet file, streamed.',
		stream: 'application/vnd.apache.parquet',
	},
	exportResponsesXlsx: {
		...responses,
		path: '/sites/{site}/responses.xlsx',
		summary: 'Responses as an Excel workbook with a sheet of questions, streamed.',
		stream: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	},
	exportDisplays: {
		...displays,
		query: displayFilter.extend(csvQuery),
		path: '/sites/{site}/displays.csv',
		summary: `Displays of the last ${limits.visitor.days} days as CSV, streamed; answered or not.`,
		stream: 'text/csv',
	},
	exportDisplayLines: {
		...displays,
		path: '/sites/{site}/displays.ndjson',
		summary: 'Displays as JSON, one per line, streamed.',
		stream: 'application/x-ndjson',
	},
	exportDisplaysParquet: {
		...displays,
		path: '/sites/{site}/displays.parquet',
		summary: 'Displays as a Parquet file, streamed.',
		stream: 'application/vnd.apache.parquet',
	},
	exportDisplaysXlsx: {
		...displays,
		path: '/sites/{site}/displays.xlsx',
		summary: 'Displays as an Excel workbook, streamed.',
		stream: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	},
	listResponseChanges: {
		method: 'GET',
		path: '/sites/{site}/response-changes',
		summary:
			'Responses in the order in which they changed, starting at a cursor. None is skipped, and none is repeated unless it changed again.',
		need: 'response:read',
		role: 'viewer',
		params: sitePath,
		query: pageQuery,
		output: z.object({
			items: z.array(responseSchema),
			/** Always a cursor: the next request continues there, now or later. */
			next: z.string(),
			/** Whether more responses wait already. */
			more: z.boolean(),
		}),
		errors: ['approval_required', 'cursor_expired'],
	},
	getResponseCursor: {
		method: 'GET',
		path: '/sites/{site}/response-cursor',
		summary:
			'The current cursor: all changes before it are visible, and later ones will be after it.',
		need: 'connection',
		role: 'viewer',
		params: sitePath,
		output: z.object({ cursor: z.string() }),
	},
} as const satisfies Record<string, Route>;
