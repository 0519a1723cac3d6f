import type { ScreenshotRequest, ScreenshotResponse } from '@feedback/contract/wire';

import { fromJson, toJson, toRecord } from '../json.ts';
import { mintId } from '../uuid.ts';
import type { ScreenshotCore, SendPicture, SendTarget } from './interface.ts';

/** Milliseconds after which an upload is given up. */
const sendWithinMs = 60_000;

/** Read when the module loads, so that a page that replaces it later can neither break nor observe the upload. */
const nativeFetch = globalThis.fetch;

/** The picture was not stored: there is no connection or the service is busy, or else it does not accept the picture. */
export class SendError extends Error {
	readonly isTemporary: boolean;

	constructor(isTemporary: boolean, detail: string) {
		super(detail);
		this.isTemporary = isTemporary;
	}
}

/** Sends pictures of one question. In a preview, nothing is sent. */
export function createSender(
	{ fail, log, settings }: ScreenshotCore,
	target: SendTarget,
): SendPicture {
	return async (picture, signal) => {
		const { apiUrl, siteId, preview } = settings();
		if (preview) return mintId(Date.now());
		const request: ScreenshotRequest = { site: siteId, ...target };
		const body = new FormData();
		body.append('request', toJson(request));
		body.append('picture', picture, 'picture');
		const controller = new AbortController();
		signal.addEventListener('abort', () => controller.abort());
		const timer = setTimeout(() => controller.abort(), sendWithinMs);
		let response: Response;
		try {
			response = await nativeFetch(
				`${apiUrl}/screenshots`,
				toRecord<RequestInit>({
					method: 'POST',
					body,
					credentials: 'omit',
					signal: controller.signal,
				}),
			);
		} catch (cause) {
			if (!signal.aborted) fail('network', 'The picture was not sent.', { cause });
			throw new SendError(true, 'network');
		} finally {
			clearTimeout(timer);
		}
		log('picture sent', response.status, picture.size);
		const answer = await response
			.text()
			.then(fromJson, () => undefined)
			.catch(() => undefined);
		const { screenshot }: Partial<ScreenshotResponse> = toRecord(answer);
		if (response.status === 201 && typeof screenshot === 'string') return screenshot;
		const { code, message } = toRecord(toRecord(answer)['error']);
		const isRefused = typeof code === 'string';
		fail(isRefused ? code : 'bad_answer', typeof message === 'string' ? message : 'Not stored.');
		const { status } = response;
		throw new SendError(!isRefused || status === 429 || status >= 500, String(status));
	};
}
