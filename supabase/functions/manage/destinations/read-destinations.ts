import { listKindsWith, ServiceError, type Destination } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';

/** Destinations that the caller may see, as the contract describes them. */
export function readDestinations(tx: Tx, where: Fragment): PromiseLike<Destination[]> {
	return tx<Destination[]>`
		select d.id, d.kind, d.name, d.host, app.destination_url(d.site_id, d.id) as url, to_jsonb(d.event_types) as event_types, to_jsonb(d.prompts) as prompts,
			d.condition, d.partial, d.include_visitor, d.schedule, d.tracker, d.channel, app.format_instant(d.next_digest_at) as next_digest_at,
			d.state, d.pause_cause, app.format_instant(d.paused_at) as paused_at,
			app.format_instant(d.failing_since) as failing_since, app.format_instant(d.last_delivered_at) as last_delivered_at,
			case when d.rotation_ends_at > now() then app.format_instant(d.rotation_ends_at) end as rotation_ends_at,
			app.format_instant(d.created_at) as created_at, app.format_instant(d.updated_at) as updated_at,
			case when d.kind = any(${listKindsWith('recipients')}) then app.list_recipients(d.site_id, d.id) end as recipients,
			(select count(*)::integer from app.deliveries q
				where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting') as waiting
		from app.destinations d
		where ${where}
		order by d.created_at, d.id`;
}

/** Throws `not_found`. */
export async function findDestination(tx: Tx, site: string, id: string): Promise<Destination> {
	const [destination] = await readDestinations(tx, tx`d.site_id = ${site} and d.id = ${id}`);
	if (!destination) throw noSuchDestination();
	return destination;
}

export function noSuchDestination(): ServiceError {
	return new ServiceError('not_found', {
		message: 'The site has no such destination.',
		field: 'destination',
	});
}
