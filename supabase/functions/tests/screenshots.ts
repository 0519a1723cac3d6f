import { createPool } from '../_shared/pool.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { createHandler } from '../screenshots/handler.ts';
import { createService, type Service } from '../screenshots/service.ts';
import { createMemoryFiles, type MemoryFiles } from './memory-files.ts';
import type {
	ScreenshotRequest,
	ScreenshotResponse,
	WireError,
} from '../../../contract/src/wire.ts';

export type TestScreenshots = {
	files: MemoryFiles;
	handle(request: Request): Promise<Response>;
	/** Sends a picture, as the SDK does. */
	send(
		request: ScreenshotRequest | string,
		picture: Blob | Uint8Array<ArrayBuffer> | string | undefined,
		headers?: Record<string, string>,
	): Promise<{
		status: number;
		headers: Headers;
		body: ScreenshotResponse;
		error: WireError | undefined;
	}>;
	end(): Promise<void>;
};

let senders = 0;

/** The `screenshots` function with a real database, as its login role. Each request is of another address. */
export function openScreenshots(
	ingestUrl: string,
	keyring: Keyring,
	options: Partial<Omit<Service, 'files'>> & { files?: MemoryFiles } = {},
): TestScreenshots {
	const sql = createPool(ingestUrl, 'screenshots', { size: 2 });
	const files = options.files ?? createMemoryFiles();
	const handle = createHandler(createService({ sql, keyring, ...options, files }));
	return {
		files,
		handle,
		async send(request, picture, headers = {}) {
			const form = new FormData();
			form.set('request', typeof request === 'string' ? request : JSON.stringify(request));
			if (picture instanceof Uint8Array) form.set('picture', new Blob([picture]), 'picture');
			else if (picture instanceof Blob) form.set('picture', picture, 'picture');
			else if (picture !== undefined) form.set('picture', picture);
			const encoded = new Response(form);
			const response = await handle(
				new Request('http://127.0.0.1/functions/v1/screenshots', {
					method: 'POST',
					body: await encoded.arrayBuffer(),
					headers: {
						'content-type': encoded.headers.get('content-type')!,
						'x-forwarded-for': `10.1.${++senders >> 8}.${senders & 255}`,
						...headers,
					},
				}),
			);
			const body = (await response.json()) as ScreenshotResponse & { error?: WireError };
			return { status: response.status, headers: response.headers, body, error: body.error };
		},
		end: () => sql.end(),
	};
}
