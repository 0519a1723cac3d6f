import { destinationDescriptions, ServiceError, type RouteOutput } from '@feedback/contract';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Context, Operation } from '../operation/operation.ts';
import { listOverCells } from '../list/list-over-cells.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';
import type { Service } from '../service.ts';
import {
	changeSettings,
	prepareSettings,
	targetSettings,
	type TargetedSettings,
} from './prepare-settings.ts';
import { findDestination } from './read-destinations.ts';
import { sealWebhookSecret } from './webhook-secret.ts';

type DestinationRequest = RouteOutput<'getDestinationRequest'>;
type Row = Omit<DestinationRequest, 'url'> & { destination_id: string };

export const requestDestination: Operation<'requestDestination'> = {
	access: 'read write',
	run: (context, { site, ...settings }) =>
		request(
			context,
			{ site, destination: mintUuidv7(context.service.clock()), creates: true },
			targetSettings(settings),
		),
};

export const requestDestinationChange: Operation<'requestDestinationChange'> = {
	access: 'read write',
	async run(context, { site, destination, ...change }) {
		const settings = changeSettings(await findDestination(context.tx, site, destination), change);
		return request(context, { site, destination, creates: false }, settings);
	},
};

async function request(
	context: Context,
	{ site, destination, creates }: { site: string; destination: string; creates: boolean },
	settings: TargetedSettings,
): Promise<DestinationRequest> {
	const { tx, service, person } = context;
	if (person.connection === undefined) {
		throw new ServiceError('forbidden', {
			message: 'Only a connection asks; an owner creates and changes destinations directly.',
		});
	}
	const { stored, sealed, sha256 } = await prepareSettings(context, site, destination, settings);
	const [asked] = await tx<{ id: string }[]>`
		select app.request_destination(${site}, ${destination}, ${creates}, ${tx.json(stored)}, ${sealed.url}, ${sealed.token},
			${sha256}) as id`;
	return findRequest(tx, service, asked!.id);
}

export const listDestinationRequests: Operation<'listDestinationRequests'> = {
	access: 'read only',
	run: (context, { limit, cursor, state }) =>
		listOverCells(context, limit, async ({ tx, service }) => {
			const before = cursor ? tx`and r.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
			const rows = await readRequests(
				tx,
				tx`(${state ?? null}::text is null or ${stateOf(tx)} = ${state ?? null}) ${before}
					order by r.id desc limit ${limit + 1}`,
			);
			const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
			return { items: items.map((row) => describeRequest(service, row)), next };
		}),
};

const seek = (tx: Tx, { request }: { request: string }) =>
	tx`select from app.destination_requests where id = ${request}`;

export const getDestinationRequest: Operation<'getDestinationRequest'> = {
	access: 'read only',
	seek,
	run: ({ tx, service }, { request }) => findRequest(tx, service, request),
};

export const approveDestinationRequest: Operation<'approveDestinationRequest'> = {
	access: 'read write',
	seek,
	async run({ tx, service }, { request, sha256 }) {
		const { site, kind, destination, destination_id: id } = await findRow(tx, request);
		const made =
			destinationDescriptions[kind].hasSigningSecret && destination === null
				? await sealWebhookSecret(service, site, id)
				: undefined;
		await tx`select app.approve_destination(${request}, ${sha256}, ${made?.sealed ?? null})`;
		return { ...(await findDestination(tx, site, id)), secret: made?.secret ?? null };
	},
};

export const denyDestinationRequest: Operation<'denyDestinationRequest'> = {
	access: 'read write',
	seek,
	async run({ tx, service }, { request }) {
		await tx`select app.deny_destination(${request})`;
		return findRequest(tx, service, request);
	},
};

async function findRequest(tx: Tx, service: Service, id: string): Promise<DestinationRequest> {
	return describeRequest(service, await findRow(tx, id));
}

async function findRow(tx: Tx, id: string): Promise<Row> {
	const [row] = await readRequests(tx, tx`r.id = ${id}`);
	if (row) return row;
	throw new ServiceError('not_found', {
		message: 'There is no such request for you.',
		field: 'request',
	});
}

function readRequests(tx: Tx, where: Fragment): PromiseLike<Row[]> {
	return tx<Row[]>`
		select r.id, jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name) as connection, r.site_id as site,
			coalesce(s.name, '') as site_name, case when not r.creates then r.destination_id end as destination,
			r.destination_id, r.settings ->> 'kind' as kind, r.settings ->> 'host' as host, r.settings, r.sha256,
			${stateOf(tx)} as state, case when r.state = 'approved' then r.destination_id end as result,
			app.format_instant(r.created_at) as created_at, app.format_instant(r.expires_at) as expires_at
		from app.destination_requests r
		join app.connections c on c.id = r.connection_id
		left join app.sites s on s.id = r.site_id
		where ${where}`;
}

function stateOf(tx: Tx): Fragment {
	return tx`case when r.state = 'pending' and r.expires_at <= now() then 'expired' else r.state end`;
}

function describeRequest(
	{ dashboardUrl }: Service,
	{ destination_id: _, ...row }: Row,
): DestinationRequest {
	return { ...row, url: `${dashboardUrl}/approvals/destinations/${row.id}` };
}
