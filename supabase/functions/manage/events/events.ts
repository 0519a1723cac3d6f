import { limits, ServiceError, type reasonCodes } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Values } from '../../../../contract/src/wire.ts';
import { exactTime } from '../list/exact-time.ts';
import type { Input, Operation } from '../operation/operation.ts';
import {
	cutPage,
	overlapSeconds,
	readLatest,
	readPosition,
	writePosition,
	type Position,
} from '../list/position.ts';

type EventRow = {
	id: string;
	at: Date;
	name: string;
	properties: Values;
	verified: boolean;
	visitor: string;
	account: string | null;
	reason: (typeof reasonCodes)[number] | null;
	survey_id: string | null;
	bot: boolean;
};

/** Maximum number of events scanned for one page when they are filtered by name, reason or prompt. */
export const walk = 50_000;

export const listEvents: Operation<'listEvents'> = {
	access: 'read only',
	reads: 'replica',
	async run({ tx }, { site, limit, cursor, after, ...filter }) {
		const where = after ? arrivedSince(tx, after) : cursor ? before(tx, cursor) : tx``;
		// No index starts with a name or a reason: scans a limited number of events, and continues there on the next page.
		const isWalk =
			!after &&
			!isOfVisitors(filter) &&
			(filter.name ?? filter.reason ?? filter.prompt) !== undefined;
		const end = isWalk ? await findWalkEnd(tx, site, where) : undefined;
		const [events, [clock]] = await Promise.all([
			readEvents(
				tx,
				site,
				tx`${where} ${end ? since(tx, end) : tx``}
					${filterEvents(tx, site, filter)}
					order by e.id desc
					limit ${limit + 1}`,
				isOfVisitors(filter) ? 'visitors' : 'site',
			),
			tx<{ now: string }[]>`select to_json(now() at time zone 'utc')#>>'{}' || 'Z' as now`,
		]);
		const { items, next } = cutPage(events.map(describeEvent), limit, writePosition);
		return { items, next: next ?? (end ? writePosition(end) : null), latest: clock?.now ?? null };
	},
};

type Filter = Pick<Input<'listEvents'>, 'name' | 'visitor' | 'account' | 'reason' | 'prompt'>;

function isOfVisitors({ visitor, account }: Filter): boolean {
	return visitor !== undefined || account !== undefined;
}

function filterEvents(
	tx: Tx,
	site: string,
	{ name, visitor, account, reason, prompt }: Filter,
): Fragment {
	return tx`
		${name === undefined ? tx`` : tx`and e.name = ${name}`}
		${reason === undefined ? tx`` : tx`and e.reason = ${reason}::app.reason`}
		${prompt === undefined ? tx`` : tx`and e.prompt = (select p.key from app.prompts p where p.site_id = ${site} and p.id = ${prompt})`}
		${
			visitor === undefined
				? tx``
				: tx`and e.visitor = (
			select o.key from app.visitors o where o.site_id = ${site} and o.id = ${visitor})`
		}
		${account === undefined ? tx`` : tx`and e.visitor = any(array(${visitorsOf(tx, site, account)}))`}`;
}

/** The key by which events refer to their site. */
export function keyOf(tx: Tx, site: string): Fragment {
	return tx`(select s.key from app.sites s where s.id = ${site})`;
}

function visitorsOf(tx: Tx, site: string, account: string): Fragment {
	return tx`
		select o.key from app.subjects a
		join app.visitors o on o.site_id = a.site_id and o.subject_id = a.id
		where a.site_id = ${site} and a.account = ${account}`;
}

async function findWalkEnd(tx: Tx, site: string, where: Fragment): Promise<Position | undefined> {
	const [row] = await tx<{ id: string; at: Date }[]>`
		select last.id, app.id_time(last.id) as at
		from (
			select e.id from app.events e
			where e.site = ${keyOf(tx, site)} ${where}
			order by e.id desc
			offset ${walk - 1} limit 1) last`;
	return row && { id: row.id, at: row.at.toISOString() };
}

/** One event of the last 30 days. Throws `not_found`. */
export async function findEvent(tx: Tx, site: string, event: string) {
	const [row] = await readEvents(tx, site, tx`and e.id = ${event}`);
	if (!row) {
		throw new ServiceError('not_found', {
			message: 'The site has no such event, or none of the last 30 days.',
			field: 'event',
		});
	}
	return describeEvent(row);
}

/** The events with these ids, newest first. */
export async function findEvents(tx: Tx, site: string, ids: string[]) {
	if (ids.length === 0) return [];
	const rows = await readEvents(
		tx,
		site,
		tx`and e.id = any(${ids}::uuid[]) order by e.id desc`,
		'visitors',
	);
	return rows.map(describeEvent);
}

/** @param by the index to use: for one visitor's events, the site's index could scan the events of all visitors. */
function readEvents(
	tx: Tx,
	site: string,
	where: Fragment,
	by: 'site' | 'visitors' = 'site',
): PromiseLike<EventRow[]> {
	return tx<EventRow[]>`
		select e.id, app.id_time(e.id) as at, e.name, e.properties, e.verified is not null as verified,
		       v.id as visitor, s.account, e.reason::text as reason, p.survey_id, e.bot
		from app.events e
		join app.visitors v on v.site_id = ${site} and v.key = e.visitor
		left join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
		left join app.prompts p on p.site_id = v.site_id and p.key = e.prompt
		where ${by === 'site' ? tx`e.site` : tx`e.site + 0`} = ${keyOf(tx, site)} ${where}`;
}

function describeEvent(event: EventRow) {
	return { ...event, at: event.at.toISOString() };
}

function before(tx: Tx, cursor: string): Fragment {
	return tx`and e.id < ${readPosition(cursor).id}::uuid`;
}

function since(tx: Tx, { id }: Position): Fragment {
	return tx`and e.id >= ${id}::uuid`;
}

function arrivedSince(tx: Tx, after: string): Fragment {
	const time = exactTime(tx, readLatest(after));
	const oldest = `${limits.event.pastHours + 24} hours`;
	return tx`
		and e.received_at > ${time} - ${`${overlapSeconds} seconds`}::interval
		and e.id >= app.id_from(${time} - ${oldest}::interval)`;
}
