import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';
import { findDestination } from './read-destinations.ts';
import { writeSample } from './sample.ts';

type Delivery = RouteOutput<'redeliverMessage'>;
type Attempt = NonNullable<Delivery['last_attempt']>;

export const listDeliveries: Operation<'listDeliveries'> = {
	access: 'read only',
	async run({ tx }, { site, destination, limit, cursor, state, type, since, until }) {
		await findDestination(tx, site, destination);
		const before = cursor ? tx`and q.message_id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
		const rows = await readDeliveries(
			tx,
			tx`q.site_id = ${site} and q.destination_id = ${destination} ${before}
				and (${state ?? null}::text is null or q.state = ${state ?? null})
				and (${type ?? null}::text is null or q.type = ${type ?? null})
				and (${since ?? null}::timestamptz is null or q.message_id >= app.id_from(${since ?? null}::timestamptz))
				and (${until ?? null}::timestamptz is null or q.message_id < app.id_from(${until ?? null}::timestamptz))
				order by q.message_id desc limit ${limit + 1}`,
		);
		return cutPage(rows, limit, ({ message }) => writeMark(message));
	},
};

export const getDelivery: Operation<'getDelivery'> = {
	access: 'read only',
	async run({ tx }, { site, destination, message }) {
		const delivery = await findDelivery(tx, site, destination, message);
		const [row] = await tx<{ log: Attempt[] }[]>`
			select coalesce(jsonb_agg(${attemptOf(tx)} order by a.number desc), '[]') as log from app.delivery_attempts a
			where a.site_id = ${site} and a.destination_id = ${destination} and a.message_id = ${message}`;
		return { ...delivery, log: row!.log };
	},
};

export const testDestination: Operation<'testDestination'> = {
	access: 'read write',
	async run({ tx }, { site, destination, type }) {
		const { prompts, include_visitor } = await findDestination(tx, site, destination);
		const sample = await writeSample(tx, site, type, { prompts, include_visitor });
		const [row] = await tx<{ message: string }[]>`
			select app.test_destination(${site}, ${destination}, ${type}, ${tx.json(sample)}) as message`;
		return findDelivery(tx, site, destination, row!.message);
	},
	audit: ({ destination }) => ({ subject: destination }),
};

export const redeliverMessage: Operation<'redeliverMessage'> = {
	access: 'read write',
	async run({ tx }, { site, destination, message }) {
		await tx`select app.redeliver_message(${site}, ${destination}, ${message})`;
		return findDelivery(tx, site, destination, message);
	},
	audit: ({ message }) => ({ subject: message }),
};

export const redeliverMessages: Operation<'redeliverMessages'> = {
	access: 'read write',
	async run({ tx }, { site, destination, since, until, delivered }) {
		const [row] = await tx<{ messages: number; next: Date | null }[]>`
			select messages, next from app.redeliver_messages(${site}, ${destination}, ${since}, ${until}, ${delivered})`;
		return { messages: row!.messages, next: row!.next?.toISOString() ?? null };
	},
	audit: ({ destination }) => ({ subject: destination }),
};

export async function findDelivery(
	tx: Tx,
	site: string,
	destination: string,
	message: string,
): Promise<Delivery> {
	const [delivery] = await readDeliveries(
		tx,
		tx`q.site_id = ${site} and q.destination_id = ${destination} and q.message_id = ${message}`,
	);
	if (delivery) return delivery;
	throw new ServiceError('not_found', {
		message: 'The destination has no such delivery in the last 30 days.',
		field: 'message',
	});
}

function readDeliveries(tx: Tx, where: Fragment): PromiseLike<Delivery[]> {
	return tx<Delivery[]>`
		select q.message_id as message, q.type, q.test, app.format_instant(app.id_time(q.message_id)) as at,
			q.response_id as response, q.prompt_id as prompt, q.state, q.attempts,
			(select jsonb_build_object('id', i.id, 'key', i.key, 'url', i.url) from app.issues i
				where i.site_id = q.site_id and i.id = q.issue_id) as issue,
			case when q.state = 'waiting' then app.format_instant(q.next_at) end as next_at,
			(select ${attemptOf(tx)} from app.delivery_attempts a
				where a.site_id = q.site_id and a.destination_id = q.destination_id and a.message_id = q.message_id
				order by a.number desc limit 1) as last_attempt
		from app.deliveries q
		where ${where}`;
}

function attemptOf(tx: Tx): Fragment {
	return tx`jsonb_build_object('number', a.number, 'at', app.format_instant(a.at), 'outcome', a.outcome,
		'status', a.status, 'milliseconds', a.milliseconds, 'bytes', a.bytes, 'sha256', encode(a.sha256, 'hex'), 'error', a.error)`;
}
