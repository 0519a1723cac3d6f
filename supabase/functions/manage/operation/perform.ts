import { ServiceError, type Route, type RouteName } from '@feedback/contract';

import type { Caller } from '../../_shared/caller/caller.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import { withApproval } from './approval.ts';
import { authorize } from './authorize.ts';
import type { Act, Transacted } from './operation.ts';
import type { Service } from '../service.ts';

/** One parsed request. */
export type Call = {
	service: Service;
	person: Caller;
	name: RouteName;
	route: Route;
	input: Record<string, unknown>;
	/** The request's `Idempotency-Key`. */
	key: string | undefined;
	/** Keyed hash of the caller's network address; null when it is unknown. */
	address: Uint8Array | null;
	/** Aborted when the caller disconnects. */
	signal: AbortSignal;
};

/**
 * Runs an operation as the caller, in one transaction with its entry in the audit log. If a connection lacks a
 * grant, requests it and throws `approval_required`.
 */
export async function perform(call: Call, operation: Transacted<'renameSite'>): Promise<unknown> {
	const { service, person, route } = call;
	const input = call.input as Parameters<typeof operation.run>[1];
	const answer = await withApproval(call, accessOf(call, operation.access), async (tx) => {
		const context = { tx, person, service, address: call.address, signal: call.signal };
		if (operation.access !== 'read write' && person.connection === undefined) {
			// Pipeline both queries; the result is discarded if the role check fails.
			const authorized = authorize(tx, person, route, call.input);
			const running = operation.run(context, input).catch(async (error: unknown) => {
				// The role check explains what the database may have refused for the same reason.
				if (!isInvalidRequest(error)) await authorized;
				throw error;
			});
			const [, output] = await Promise.all([authorized, running]);
			return output;
		}
		await authorize(tx, person, route, call.input);
		const first = call.key === undefined ? null : await claimKey(tx, call, call.key);
		if (first !== null) return first;
		const output = await operation.run(context, input);
		if (output instanceof ServiceError) return output;
		const act = operation.act?.(input, output);
		await Promise.all([
			act && recordAct(tx, call, act),
			call.key !== undefined &&
				tx`select app.store_reply(${call.key}, ${tx.json(output as JsonValue)})`,
		]);
		return output;
	});
	if (answer instanceof ServiceError) throw answer;
	return answer;
}

function isInvalidRequest(error: unknown): boolean {
	return error instanceof ServiceError && error.code === 'invalid_request';
}

/** Reading responses may use up a grant, which is a write. */
export function accessOf(
	{ person, route }: Call,
	access: Transacted<'renameSite'>['access'],
): Transacted<'renameSite'>['access'] {
	return person.connection !== undefined && route.need === 'response:read' ? 'read write' : access;
}

/** Writes the caller's action in this transaction to the audit log. */
export async function recordAct(
	tx: Tx,
	{ name, input }: Call,
	{ subject, workspace = input['workspace'] as string | undefined }: Act,
): Promise<void> {
	const site = (input['site'] as string | undefined) ?? null;
	await tx`select app.record_action(${workspace ?? null}, ${site}, ${name}, ${subject})`;
}

async function claimKey(tx: Tx, { name, input }: Call, key: string): Promise<unknown> {
	const text = new TextEncoder().encode(JSON.stringify([name, input]));
	const request = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
	const [row] = await tx<
		{ first: unknown }[]
	>`select app.claim_idempotency_key(${key}, ${request}) as first`;
	return row!.first;
}
