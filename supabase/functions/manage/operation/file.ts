import { ServiceError } from '@feedback/contract';

import { filed } from '../operations.ts';
import { withApproval } from './approval.ts';
import { authorize } from './authorize.ts';
import type { ManageRequest } from './manage-request.ts';
import type { FiledName, FoundFile } from './operation.ts';
import { requireAssurance } from './require-assurance.ts';
import { accessOf } from './run-operation.ts';

/** Responds with a stored file that the caller may see. */
export async function replyFile<Name extends FiledName>(
	request: ManageRequest<Name>,
): Promise<Response> {
	const { service, person, name, route, place, locator, input } = request;
	const database = service.databaseOf(locator);
	const transaction = { access: accessOf(request, 'read only'), database };
	const found: FoundFile = await withApproval(request, transaction, async (tx) => {
		await authorize(tx, person, route, place);
		await requireAssurance(tx, request);
		return filed[name].find(tx, input);
	});
	const bytes = await readFile(service.files.get(found.file));
	return new Response(bytes, { headers: describeFile(found) });
}

async function readFile(reading: Promise<Uint8Array<ArrayBuffer> | undefined>) {
	let bytes;
	try {
		bytes = await reading;
	} catch (cause) {
		throw new ServiceError('unavailable', { cause });
	}
	if (bytes) return bytes;
	throw new ServiceError('not_found', { message: 'The file is not in the file store.' });
}

/** A stranger made the file: whatever it contains, a browser runs nothing of it and shows it on no other page. */
function describeFile({ type, name }: FoundFile): Record<string, string> {
	return {
		'content-type': type,
		'content-disposition': `inline; filename="${name}"`,
		'cache-control': 'private, no-store',
		'x-content-type-options': 'nosniff',
		'content-security-policy': "default-src 'none'; sandbox",
		'cross-origin-resource-policy': 'same-origin',
	};
}
