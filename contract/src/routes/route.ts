import { z } from 'zod';

import { actions, type Action } from '../actions.ts';
import type { Assurance, ConditionalAssurance, PresencePolicy } from '../assurance.ts';
import { isDate } from '../date.ts';
import { isDay } from '../day-start.ts';
import type { ErrorCode } from '../errors.ts';
import { limits } from '../limits.ts';

export const actionSchema = z.enum(Object.keys(actions) as [Action, ...Action[]]);

/**
 * Permission that a request needs. `nothing`: no sign-in. `connection`: a signed-in person, or a connection
 * to the site. An action: a person whose role allows it, or a connection with a live grant. `person`: only
 * a person.
 */
export type Need = 'nothing' | 'connection' | 'person' | Action;

export type Role = 'owner' | 'editor' | 'viewer';
export const roleSchema = z.enum(['owner', 'editor', 'viewer']);

/** One management operation: the router, the client, OpenAPI, the command and the tools derive from it. */
export type Route = RouteBase &
	(
		| { method: 'GET'; assurance?: Assurance | ConditionalAssurance }
		| {
				method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
				/** How sure the service must be that the person is here. Every write states it. */
				assurance: Assurance | ConditionalAssurance;
		  }
	);

type RouteBase = {
	/** Path under `{api_url}/manage`, with `{name}` parameters. */
	path: string;
	summary: string;
	need: Need;
	/** Minimum role of a person. */
	role?: Role;
	params?: z.ZodObject;
	query?: z.ZodObject;
	body?: z.ZodType;
	output: z.ZodType;
	/** A POST that changes nothing: its input is too large or too private for an address. */
	readsOnly?: true;
	/** The response is a file that is streamed, instead of one JSON object. */
	stream?:
		| 'text/csv'
		/** The response itself says which type. */
		| 'image/*'
		| 'application/x-ndjson'
		| 'application/vnd.apache.parquet'
		| 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
	/** Needs presence only where the site's setting `presence` covers this; elsewhere a recent sign-in. */
	policy?: PresencePolicy;
	/** Calls another service, so it runs in several transactions. */
	callsOut?: true;
	/** The result may hold text of visitors; with the need `response:read`, every result may. */
	fromVisitors?: true;
	/** Error codes beyond those of every route. */
	errors?: readonly ErrorCode[];
	/** Takes an `Idempotency-Key` header: for 24 hours, a repeated request returns the first response. */
	idempotent?: true;
};

/** A time that Postgres accepts too: it has no year 0, and no offset of 16 hours. */
export const instantSchema = z.iso
	.datetime({ offset: true, abort: true, error: 'must be a time such as 2026-01-31T09:00:00Z' })
	.refine(isDate, { error: 'must be a time after the year 0, with an offset below 16 hours' });

/** A time as people and programs give it: a day is its midnight in UTC. */
export const dayOrTimeSchema = z
	.string()
	.max(60)
	.transform((given) => (isDay(given) ? `${given}T00:00:00Z` : given))
	.pipe(
		z.iso
			.datetime({
				offset: true,
				abort: true,
				error: 'must be a day or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z',
			})
			.refine(isDate, { error: 'must be a time after the year 0, with an offset below 16 hours' }),
	);

/** Yes or no in a query: `true` or `false`. */
export const flagSchema = z.union(
	[z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })],
	{ error: 'must be true or false' },
);

/** Page of a list: its size, and where it starts. `cursor` is the `next` of the previous page. */
export const pageQuery = z.object({
	/** Number of items on the page. */
	limit: z.coerce
		.number<number>()
		.int()
		.min(1)
		.max(limits.management.page.max)
		.default(limits.management.page.default),
	/** The `next` of the previous page. */
	cursor: z.string().max(200).optional(),
});

/** What a request that removes something returns. */
export const removedSchema = z.object({ removed: z.literal(true) });

/** One page of a list; `next` is null on the last. */
export function page<Item extends z.ZodType>(item: Item) {
	return z.object({
		items: z.array(item),
		/** The `cursor` of the next page; null on the last. */
		next: z.string().nullable(),
	});
}
