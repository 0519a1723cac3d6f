import { ServiceError } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { transacted } from '../operations.ts';
import { withApproval } from './approval.ts';
import { authorize } from './authorize.ts';
import { finish } from './finish.ts';
import { hashRequest } from './hash-request.ts';
import type { ManageRequest } from './manage-request.ts';
import { requireAssurance } from './require-assurance.ts';
import type { AuditEntry, Transacted, TransactedName } from './operation.ts';

type Access = Transacted<TransactedName>['access'];

/**
 * Runs an operation as the caller, in one transaction with its entry in the audit log. If a connection lacks a
 * grant, requests it and throws `approval_required`.
 */
export async function runOperation<Name extends TransactedName>(
	request: ManageRequest<Name>,
): Promise<unknown> {
	const { service, person, name, input, key, address, signal } = request;
	const operation = transacted[name];
	const transaction = {
		access: accessOf(request, operation.access),
		database: operation.reads === 'replica' ? request.reads : service.databaseOf(request.locator),
	};
	await operation.prepare?.({ service, person }, input as never);
	const result = await withApproval(request, transaction, async (tx) => {
		const context = { tx, person, service, address, signal };
		if (operation.access !== 'read write' && person.connection === undefined) {
			// Pipeline both queries; the result is discarded if the role check fails.
			const authorized = admit(tx, request);
			const running = operation.run(context, input).catch(async (error: unknown) => {
				// The role check explains what the database may have refused for the same reason.
				if (!isInvalidRequest(error)) await authorized;
				throw error;
			});
			const [, output] = await Promise.all([authorized, running]);
			return output;
		}
		await authorize(tx, person, request.route, request.place);
		// Before the person has to be here: a repeated request does nothing.
		const first = key === undefined ? null : await claimKey(tx, request, key);
		if (first !== null) return first;
		await requireAssurance(tx, request);
		const output = await operation.run(context, input);
		if (output instanceof ServiceError || typeof output === 'function') return output;
		const entry = operation.audit?.(input, output);
		await Promise.all([
			entry && recordEntry(tx, request, entry),
			key !== undefined && tx`select app.store_reply(${key}, ${tx.json(output as JsonValue)})`,
		]);
		return output;
	});
	const output = await finish(result);
	await operation.complete?.({ service, person }, input, output as never);
	return output;
}

/** Throws unless the caller may use the route here, and is here. */
async function admit(tx: Tx, request: ManageRequest): Promise<void> {
	await authorize(tx, request.person, request.route, request.place);
	await requireAssurance(tx, request);
}

function isInvalidRequest(error: unknown): boolean {
	return error instanceof ServiceError && error.code === 'invalid_request';
}

/** Reading responses may use up a grant, which is a write. */
export function accessOf(
	{ person, route }: Pick<ManageRequest, 'person' | 'route'>,
	access: Access,
): Access {
	return person.connection !== undefined && route.need === 'response:read' ? 'read write' : access;
}

/** Writes an entry of this transaction to the audit log. */
export async function recordEntry(
	tx: Tx,
	{ name, place }: Pick<ManageRequest, 'name' | 'place'>,
	{ subject, workspace = place.workspace }: AuditEntry,
): Promise<void> {
	await tx`select app.record_action(${workspace ?? null}, ${place.site ?? null}, ${name}, ${subject})`;
}

async function claimKey(
	tx: Tx,
	{ name, input, place }: Pick<ManageRequest, 'name' | 'input' | 'place'>,
	key: string,
): Promise<unknown> {
	const request = await hashRequest(name, input);
	const response = 'response' in input ? (input.response as string) : null;
	const [row] = await tx<
		{ first: unknown }[]
	>`select app.claim_idempotency_key(${key}, ${request}, ${place.site ?? null}, ${response}) as first`;
	return row!.first;
}
