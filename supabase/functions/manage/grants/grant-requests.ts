import { compareValues, grantDefaults, ServiceError, type RouteOutput } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import { approvalUrl, requestApproval, type Wanted } from '../operation/approval.ts';
import { readGrants } from './grants.ts';
import type { Context, Input, Operation } from '../operation/operation.ts';
import { requirePromptOf } from '../sites/launcher.ts';
import { listOverCells } from '../list/list-over-cells.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';
import type { Service } from '../service.ts';

type Request = RouteOutput<'getGrantRequest'>;
type RequestRow = Omit<Request, 'created_at' | 'expires_at' | 'url' | 'changes'> & {
	created_at: Date;
	expires_at: Date;
	/** The requested content and what the person made of it; null unless they changed it. */
	asked_content: JsonValue;
	edited_content: JsonValue;
};

export const requestGrant: Operation<'requestGrant'> = {
	access: 'read write',
	async run({ tx, person, service }, input) {
		if (person.connection === undefined) {
			throw new ServiceError('forbidden', {
				message: 'Only a connection asks; you need no approval.',
			});
		}
		const wanted = readWanted(input);
		const { id } = await requestApproval(tx, wanted);
		// After it has checked the site.
		if (wanted.launcher) await requirePromptOf(tx, wanted.site!, wanted.launcher);
		return findRequest(tx, service, id);
	},
};

export const listGrantRequests: Operation<'listGrantRequests'> = {
	access: 'read only',
	run: (context, input) => listOverCells(context, input.limit, (each) => listRequests(each, input)),
};

async function listRequests(
	{ tx, service }: Context,
	{ limit, cursor, state }: Input<'listGrantRequests'>,
) {
	const before = cursor ? tx`and r.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
	const rows = await readRequests(
		tx,
		tx`(${state ?? null}::text is null or ${stateOf(tx)} = ${state ?? null}) ${before}
			order by r.id desc
			limit ${limit + 1}`,
	);
	const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
	return { items: items.map((row) => describeRequest(service, row)), next };
}

const seek = (tx: Tx, { request }: { request: string }) =>
	tx`select from app.grant_requests where id = ${request}`;

export const getGrantRequest: Operation<'getGrantRequest'> = {
	access: 'read only',
	seek,
	run: ({ tx, service }, { request }) => findRequest(tx, service, request),
};

export const approveGrant: Operation<'approveGrant'> = {
	access: 'read write',
	seek,
	async run({ tx, service }, { request, mode, hours, revision, sha256, combination, standing }) {
		const { action } = await findRequest(tx, service, request);
		await tx`
			select app.approve_grant(${request}, ${mode}, ${hours ?? grantDefaults[action].hours},
				${sha256 ?? null}, ${combination}, ${revision ?? null}, ${standing ? tx.json(standing) : null}::jsonb)`;
		const made = await readGrants(tx, tx`g.request_id = ${request}`);
		const grant = made.find(({ conditions }) => conditions === null)!;
		return { ...grant, standing: made.find(({ conditions }) => conditions !== null) ?? null };
	},
};

export const denyGrant: Operation<'denyGrant'> = {
	access: 'read write',
	seek,
	async run({ tx, service }, { request, reason }) {
		await tx`select app.deny_grant(${request}, ${reason ?? null})`;
		return findRequest(tx, service, request);
	},
};

/** Reads the requested grant; throws `invalid_request` for a field that the action lacks. */
function readWanted({
	action,
	workspace,
	site,
	prompt,
	revision,
	site_name,
	launcher,
}: Input<'requestGrant'>): Wanted {
	const publishing = action === 'prompt:publish';
	const lacks = (field: string, message: string) =>
		new ServiceError('invalid_request', { field, message });
	if (action === 'site:create' && !workspace) {
		throw lacks('workspace', 'Name the workspace that gets the site.');
	}
	if (action !== 'site:create' && !site) throw lacks('site', 'Name the site.');
	if (publishing && !prompt) throw lacks('prompt', 'Name the prompt to publish.');
	if (action === 'launcher:set' && launcher === undefined) {
		throw lacks('launcher', 'Give the launcher to set, or null to remove it.');
	}
	return {
		action,
		workspace: action === 'site:create' ? workspace! : null,
		site: action === 'site:create' ? null : site!,
		prompt: publishing ? prompt! : null,
		revision: publishing ? (revision ?? null) : null,
		site_name: action === 'site:create' ? (site_name ?? null) : null,
		...(action === 'launcher:set' && { launcher }),
		unmet: null,
	};
}

async function findRequest(tx: Tx, service: Service, id: string) {
	const [row] = await readRequests(tx, tx`r.id = ${id}`);
	if (!row) {
		throw new ServiceError('not_found', {
			message: 'There is no such request for you.',
			field: 'request',
		});
	}
	return describeRequest(service, row);
}

function readRequests(tx: Tx, where: Fragment): PromiseLike<RequestRow[]> {
	return tx<RequestRow[]>`
		select r.id, r.action, r.workspace_id as workspace, coalesce(w.name, '') as workspace_name,
		       r.site_id as site, coalesce(r.site_name, s.name) as site_name, r.prompt_id as prompt, p.survey_id, r.revision, r.launcher, r.sha256,
		       p.published_revision,
		       (select max(n.number) from app.revisions n
			       where n.site_id = r.site_id and n.prompt_id = r.prompt_id) as latest_revision,
		       ${stateOf(tx)} as state, r.approved_revision, r.reason, r.created_at, r.expires_at,
		       asked.content as asked_content, edited.content as edited_content,
		       jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'host', c.host,
			       'created_at', app.format_instant(c.created_at)) as connection,
		       r.unmet,
		       app.reaches_visitors(r.action) and app.may_have_read(r.site_id) as combination,
		       case when r.state = 'pending' and r.expires_at > now()
			       then app.missing_for_revision(r.site_id, r.prompt_id, r.revision) end as missing
		from app.grant_requests r
		join app.connections c on c.id = r.connection_id
		left join app.workspaces w on w.id = r.workspace_id
		left join app.sites s on s.id = r.site_id
		left join app.revisions asked on r.approved_revision > r.revision
			and asked.site_id = r.site_id and asked.prompt_id = r.prompt_id and asked.number = r.revision
		left join app.revisions edited on r.approved_revision > r.revision
			and edited.site_id = r.site_id and edited.prompt_id = r.prompt_id and edited.number = r.approved_revision
		left join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
		where ${where}`;
}

function stateOf(tx: Tx): Fragment {
	return tx`case when r.state = 'pending' and r.expires_at <= now() then 'expired' else r.state end`;
}

function describeRequest(
	service: Service,
	{ asked_content, edited_content, ...row }: RequestRow,
): Request {
	return {
		...row,
		changes: compareValues(asked_content, edited_content),
		created_at: row.created_at.toISOString(),
		expires_at: row.expires_at.toISOString(),
		url: approvalUrl(service, row.id),
	};
}
