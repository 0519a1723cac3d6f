import { limits, parseInput, screenshotRequestSchema, ServiceError } from '@feedback/contract';

import { type Guards, readBytes } from '../_shared/http/body.ts';
import type { ScreenshotRequest } from '../../../contract/src/wire.ts';

export type Upload = { request: ScreenshotRequest; picture: Uint8Array<ArrayBuffer> };

const most = limits.screenshot.bytes + limits.screenshot.requestBytes;

/** Reads an upload. Throws a `ServiceError` that explains the problem. */
export async function readUpload(request: Request, guards: Guards): Promise<Upload> {
	const type = request.headers.get('content-type') ?? '';
	if (!/^multipart\/form-data\s*;/i.test(type)) {
		throw new ServiceError('invalid_request', {
			message: 'The content type must be multipart/form-data.',
			field: 'content-type',
		});
	}
	const form = await readForm(await readBytes(request, most), type);
	const [given, file] = [form.get('request'), form.get('picture')];
	if (typeof given !== 'string') throw missing('request', 'must be JSON');
	if (!(file instanceof Blob)) throw missing('picture', 'must be a file');
	if (file.size > limits.screenshot.bytes) {
		throw new ServiceError('body_too_large', {
			message: `The picture is larger than ${limits.screenshot.bytes} bytes.`,
			field: 'picture',
		});
	}
	const body = guards.parseJson(given, {
		...limits.request,
		bytes: limits.screenshot.requestBytes,
	});
	guards.checkValue(body, '');
	return {
		request: parseInput(screenshotRequestSchema, body),
		picture: new Uint8Array(await file.arrayBuffer()),
	};
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
	try {
		return await new Response(bytes, { headers: { 'content-type': type } }).formData();
	} catch (cause) {
		throw new ServiceError('invalid_request', {
			message: 'The body is not multipart/form-data.',
			cause,
		});
	}
}

function missing(field: string, what: string): ServiceError {
	return new ServiceError('invalid_request', { field, message: `${field} ${what}` });
}
