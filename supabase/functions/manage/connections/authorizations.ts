import { ServiceError } from '@feedback/contract';

import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import { hashToken } from '../../_shared/secrets/connection-token.ts';
import {
	answerRedirect,
	isForeignRedirect,
	isLoopbackRedirect,
} from '../../_shared/http/redirect-uri.ts';
import type { Context, Operation } from '../operation/operation.ts';
import { requireChosenSites } from './chosen-sites.ts';

type Row = {
	client_kind: 'builtin' | 'document' | 'registered';
	client_name: string;
	client_host: string | null;
	redirect_uri: string;
	redirect_host: string;
	resource: string;
	asked: ('site:create' | 'prompt:draft' | 'response:read')[];
	created_at: Date;
	expires_at: Date;
};

export const getAuthorization: Operation<'getAuthorization'> = {
	access: 'read write',
	async run({ tx, service }, { authorization }) {
		const [row] = await tx<Row[]>`
			select client_kind, client_name, client_host, redirect_uri, redirect_host, resource,
				to_jsonb(asked) as asked, created_at, expires_at
			from app.open_authorization(${authorization}, ${new Date(service.clock())})`;
		if (!row) throw unknown();
		return {
			id: authorization,
			client: { name: row.client_name, host: row.client_host, kind: row.client_kind },
			kind: row.client_kind === 'builtin' ? 'cli' : 'mcp',
			redirect_host: row.redirect_host,
			is_loopback: isLoopbackRedirect(row.redirect_uri),
			is_foreign_host: isForeignRedirect(row.redirect_uri, row.client_host),
			resource: row.resource,
			actions: row.asked,
			created_at: row.created_at.toISOString(),
			expires_at: row.expires_at.toISOString(),
		};
	},
};

export const approveAuthorization: Operation<'approveAuthorization'> = {
	access: 'read write',
	prepare: (context, { sites, actions }) => requireChosenSites(context, sites, actions),
	async run({ tx, service }, { authorization, sites, actions }) {
		const code = encodeBase64url(crypto.getRandomValues(new Uint8Array(32)));
		const [row] = await tx<Answered[]>`
			select redirect_uri, state
			from app.approve_authorization(${authorization},
				array(select jsonb_array_elements_text(${tx.json(sites)})::uuid),
				array(select jsonb_array_elements_text(${tx.json(actions)})),
				${hashToken(service.keyring, code)}, ${new Date(service.clock())})`;
		return { redirect: answer(service, row, { code }) };
	},
};

export const denyAuthorization: Operation<'denyAuthorization'> = {
	access: 'read write',
	async run({ tx, service }, { authorization }) {
		const [row] = await tx<Answered[]>`
			select redirect_uri, state
			from app.deny_authorization(${authorization}, ${new Date(service.clock())})`;
		const denied = { error: 'access_denied', error_description: 'The person denied it.' };
		return { redirect: answer(service, row, denied) };
	},
};

type Answered = { redirect_uri: string; state: string | null };

function answer(
	{ apiUrl }: Context['service'],
	row: Answered | undefined,
	parameters: Record<string, string>,
): string {
	if (!row) throw unknown();
	return answerRedirect(row.redirect_uri, {
		...parameters,
		state: row.state,
		iss: `${apiUrl}/oauth`,
	});
}

// The same error for every reason, so that guessing reveals nothing.
function unknown(): ServiceError {
	return new ServiceError('not_found', {
		message:
			'There is no such request for you; it may have expired, have been answered, or be another person’s.',
		field: 'authorization',
		hint: 'Start again where you came from.',
	});
}
