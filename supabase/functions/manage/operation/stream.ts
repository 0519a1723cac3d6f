import { ServiceError, type Route } from '@feedback/contract';

import { logThrown } from '../../_shared/http/reply.ts';
import { streamed } from '../operations.ts';
import { withApproval } from './approval.ts';
import { authorize } from './authorize.ts';
import type { ManageRequest } from './manage-request.ts';
import { requireAssurance } from './require-assurance.ts';
import type { ReadAs, StreamedName } from './operation.ts';
import { accessOf, recordEntry } from './run-operation.ts';

/**
 * Responds with a file. A failure before the first part is an ordinary error; a later failure aborts the
 * transfer.
 */
export async function replyStream<Name extends StreamedName>(
	request: ManageRequest<Name>,
	requestId: string,
): Promise<Response> {
	const { service, person, name, route, place, locator, input } = request;
	const operation = streamed[name];
	const database = service.databaseOf(locator);
	const writing = { access: 'read write', database } as const;
	const reading = {
		access: accessOf(request, 'read only'),
		database: operation.reads === 'replica' ? request.reads : database,
	};
	// Once: a long export may outlast a recent sign-in.
	await withApproval(request, writing, async (tx) => {
		await authorize(tx, person, route, place);
		await requireAssurance(tx, request);
	});
	// No transaction stays open while a slow client reads.
	const read: ReadAs = (run) =>
		withApproval(request, reading, async (tx) => {
			// Pipelined; the rows are discarded if the check fails, whose error explains what the database may refuse.
			const authorized = authorize(tx, person, route, place);
			const rows = Promise.resolve(run(tx));
			rows.catch(() => undefined);
			await authorized;
			return rows;
		});
	const parts = operation.parts(read, input, service);
	const first = await parts.next();
	await withApproval(request, writing, (tx) => recordEntry(tx, request, operation.audit(input)));
	const type = route.stream as FileType;
	const { extension, charset } = fileTypes[type];
	return new Response(toBytes(first, parts, requestId), {
		headers: {
			'content-type': charset ? `${type}; charset=${charset}` : type,
			'content-disposition': `attachment; filename="${operation.file}.${extension}"`,
			'cache-control': 'no-store',
			'x-content-type-options': 'nosniff',
		},
	});
}

type FileType = Exclude<NonNullable<Route['stream']>, 'image/*'>;

const fileTypes: Record<FileType, { extension: string; charset: string | undefined }> = {
	'text/csv': { extension: 'csv', charset: 'utf-8' },
	'application/x-ndjson': { extension: 'ndjson', charset: 'utf-8' },
	'application/vnd.apache.parquet': { extension: 'parquet', charset: undefined },
	'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
		extension: 'xlsx',
		charset: undefined,
	},
};

function toBytes(
	first: IteratorResult<string | Uint8Array, void>,
	parts: AsyncGenerator<string | Uint8Array, void>,
	requestId: string,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let next: IteratorResult<string | Uint8Array, void> | undefined = first;
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			try {
				next ??= await parts.next();
			} catch (error) {
				if (!(error instanceof ServiceError)) logThrown(error, requestId);
				throw error;
			}
			if (next.done) return controller.close();
			const { value } = next;
			controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
			next = undefined;
		},
		async cancel() {
			await parts.return();
		},
	});
}
