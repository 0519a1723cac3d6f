import {
	describeUnmetCondition,
	sayAsked,
	ServiceError,
	type Action,
	type Launcher,
	type UnmetCondition,
} from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import type { Database } from '../../../../database/database.ts';
import type { Tx } from '../../../../database/statement.ts';
import { storeForecast } from '../forecast/store-forecast.ts';
import type { Service } from '../service.ts';
import type { ManageRequest } from './manage-request.ts';
import { askForPresence } from './presence.ts';

/** The grant that a connection lacks, as the database reports it. */
export type Wanted = {
	action: Action;
	workspace: string | null;
	site: string | null;
	prompt: string | null;
	revision: number | null;
	/** The site to create; null for any site, and for other actions. */
	site_name: string | null;
	/** The launcher to set; null removes it. Undefined for other actions. */
	launcher?: Launcher | null | undefined;
	/** What does not hold of the standing grant that comes closest; null if the connection has none. */
	unmet: UnmetCondition[] | null;
};

/**
 * Runs statements as the caller. If a connection lacks a grant, creates one request for it (or finds the pending
 * request) and throws `approval_required` with the URL where the person approves it. If a person has to confirm with a
 * passkey, throws `presence_required` with what it has to sign. If only a forecast is missing for a standing
 * grant, calculates it and runs the statements again. Wakes the worker after a commit, because triggers may have written
 * messages.
 */
export async function withApproval<Result>(
	request: ManageRequest,
	transaction: {
		access: 'read only' | 'reads and keeps' | 'read write';
		database: Pick<Database, 'begin'>;
	},
	run: (tx: Tx) => PromiseLike<Result>,
	hasForecast = false,
): Promise<Result> {
	const { service, person } = request;
	const { access, database } = transaction;
	try {
		const mode = access === 'read only' ? 'read only' : 'read write';
		const isRead = access !== 'read write';
		const result = await asCaller(database, person, mode, run, isRead);
		if (access === 'read write') service.wakeWorker();
		return result;
	} catch (error) {
		// The operation was rolled back: ask in a separate transaction.
		if ((error as { code?: unknown }).code === 'FB428') throw await askForPresence(request);
		const wanted = findWanted(error);
		if (!wanted) throw error;
		if (!hasForecast && (await addForecast(request, wanted))) {
			return withApproval(request, transaction, run, true);
		}
		const asked = await asCaller(service.databaseOf(request.locator), person, 'read write', (tx) =>
			requestApproval(tx, wanted),
		);
		service.wakeWorker();
		throw explainMissing(service, wanted, asked, error);
	}
}

/** Calculates the forecast of a revision, unless more than that is missing. */
async function addForecast(
	request: ManageRequest,
	{ site, prompt, revision, unmet }: Wanted,
): Promise<boolean> {
	const [first, ...others] = unmet ?? [];
	if (first?.kind !== 'forecast' || first.reason !== 'missing' || others.length > 0) return false;
	await storeForecast(request, { site: site!, prompt: prompt!, revision: revision! });
	return true;
}

function explainMissing(service: Service, wanted: Wanted, asked: Asked, cause: unknown) {
	const approval = {
		id: asked.id,
		url: approvalUrl(service, asked.id),
		expires_at: asked.expires_at.toISOString(),
	};
	const { approved_revision: approved, combination, denial } = asked;
	if (approved !== null && approved !== wanted.revision) {
		return new ServiceError('approved_with_changes', {
			message: `A person changed the prompt, and approved revision ${approved} in place of ${wanted.revision}.`,
			hint: `The request lists their changes. Publish revision ${approved}.`,
			approval,
			cause,
		});
	}
	const hints = [
		...(combination ? [combinationHint] : []),
		...(wanted.unmet ? [explainUnmet(wanted.unmet)] : []),
		...(denial === null
			? []
			: [`They denied the same request within the last 24 hours: “${denial}”.`]),
	];
	return new ServiceError('approval_required', {
		message: `A person has to approve this first: ${sayAsked(wanted)}.`,
		...(hints.length > 0 && { hint: hints.join(' ') }),
		approval,
		cause,
	});
}

const combinationHint =
	'A connection of this person has read responses of the site, so the page also asks to allow that combination. To avoid that, give up the grant for response:read first.';

function explainUnmet(unmet: UnmetCondition[]): string {
	return `The standing grant does not cover it: ${unmet.map(describeUnmetCondition).join('; ')}.`;
}

type Asked = {
	id: string;
	expires_at: Date;
	/** The revision that the person approved, which may be a later one; null while they have not. */
	approved_revision: number | null;
	/** Whether the page asks for one more confirmation, because a connection of the person may have read responses. */
	combination: boolean;
	/** Why the person recently denied the same request; null if they did not, or gave no reason. */
	denial: string | null;
};

/** Creates a request to the person of the calling connection, or returns the pending one. */
export async function requestApproval(
	tx: Tx,
	{ action, workspace, site, prompt, revision, site_name, launcher = null, unmet }: Wanted,
): Promise<Asked> {
	const [asked] = await tx<{ id: string }[]>`
		select app.request_grant(${action}, ${workspace}, ${site}, ${prompt}, ${revision}, ${site_name},
			${unmet && tx.json(unmet)}::jsonb, ${launcher && tx.json(launcher)}::jsonb) as id`;
	const [request] = await tx<Asked[]>`
		select r.id, r.expires_at, r.approved_revision,
			app.reaches_visitors(r.action) and app.may_have_read(r.site_id) as combination, (
			select d.reason from app.grant_requests d
			where d.connection_id = r.connection_id and d.action = r.action and d.workspace_id = r.workspace_id
			  and d.site_id is not distinct from r.site_id and d.prompt_id is not distinct from r.prompt_id
			  and d.revision is not distinct from r.revision and d.site_name is not distinct from r.site_name
			  and d.sha256 is not distinct from r.sha256
			  and d.reason is not null and d.decided_at > now() - interval '24 hours'
			order by d.decided_at desc limit 1) as denial
		from app.grant_requests r where r.id = ${asked!.id}`;
	return request!;
}

/** Returns the URL of the page on which a person decides on a request. */
export function approvalUrl({ dashboardUrl }: Service, request: string): string {
	return `${dashboardUrl}/approvals/${request}`;
}

function findWanted(error: unknown): Wanted | undefined {
	if (!(error instanceof Error)) return undefined;
	const { code, detail } = error as { code?: unknown; detail?: unknown };
	return code === 'FB402' && typeof detail === 'string'
		? (JSON.parse(detail) as Wanted)
		: undefined;
}
