import type { ErrorCode } from '@feedback/contract';
import type { WireApproval, WirePresence, WireStored } from '../../contract/src/wire.ts';

/** A code of the contract, or `unreachable` without a usable response. */
export type ApiErrorCode = ErrorCode | 'unreachable';

type Detail = {
	status: number;
	message: string;
	field?: string | undefined;
	hint?: string | undefined;
	approval?: WireApproval | undefined;
	presence?: WirePresence | undefined;
	stored?: WireStored | undefined;
	request_id?: string | undefined;
	cause?: unknown;
};

/**
 * The error with which every method of the client rejects, except for an aborted signal.
 *
 * @example
 * try {
 * 	await client.listSites({ workspace });
 * } catch (error) {
 * 	if (error instanceof ApiError && error.code === 'unauthenticated') signIn();
 * }
 */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly code: ApiErrorCode;
	/** HTTP status; 0 without a response. */
	readonly status: number;
	/** Path to the invalid value. */
	readonly field: string | undefined;
	/** How to correct the request. */
	readonly hint: string | undefined;
	/** With `approval_required`: where a person approves it. */
	readonly approval: WireApproval | undefined;
	/** With `presence_required`: what a passkey has to sign. */
	readonly presence: WirePresence | undefined;
	/** With `conflict` of a working copy or of settings: the stored version. */
	readonly stored: WireStored | undefined;
	/** ID of the request in the service's logs. */
	readonly request_id: string | undefined;

	constructor(code: ApiErrorCode, detail: Detail) {
		super(detail.message, { cause: detail.cause });
		this.code = code;
		this.status = detail.status;
		this.field = detail.field;
		this.hint = detail.hint;
		this.approval = detail.approval;
		this.presence = detail.presence;
		this.stored = detail.stored;
		this.request_id = detail.request_id;
	}
}
