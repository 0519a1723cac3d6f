import { type FileStore, storeTimeoutMs } from './file-store.ts';

/** A private bucket of Supabase Storage, created with the first file. `key` is the project's service key. */
export function openSupabaseStore(url: string, key: string, bucket: string): FileStore {
	const place = `supabase://${bucket}`;
	// A newer key is not a token, and Storage refuses it as one.
	const authorization: Record<string, string> = key.startsWith('eyJ')
		? { authorization: `Bearer ${key}` }
		: {};
	const call = (method: string, path: string, init: RequestInit = {}) =>
		fetch(`${url}/storage/v1/${path}`, {
			...init,
			method,
			headers: { ...(init.headers as Record<string, string>), apikey: key, ...authorization },
			signal: AbortSignal.timeout(storeTimeoutMs),
		});
	const json = (value: unknown): RequestInit => ({
		body: JSON.stringify(value),
		headers: { 'content-type': 'application/json' },
	});
	/** Throws unless it succeeded or did not find something. Returns whether it succeeded. */
	async function succeeded(response: Response): Promise<boolean> {
		const text = await response.text();
		if (response.ok) return true;
		if (isMissing(response.status, text)) return false;
		throw new Error(`${place} answered with ${response.status}: ${text.slice(0, 200)}`);
	}
	async function put(name: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<boolean> {
		const headers = { 'content-type': type, 'x-upsert': 'true' };
		return succeeded(await call('POST', `object/${bucket}/${name}`, { body, headers }));
	}
	async function createBucket(): Promise<void> {
		const made = await call('POST', 'bucket', json({ id: bucket, name: bucket, public: false }));
		const text = await made.text();
		// Another upload may have created it.
		if (!made.ok && !/duplicate|already exists/i.test(text)) {
			throw new Error(`${place} could not be created: ${text.slice(0, 200)}`);
		}
	}
	return {
		place,
		async put(name, bytes, type) {
			if (await put(name, bytes, type)) return;
			await createBucket();
			if (!(await put(name, bytes, type))) throw new Error(`${place} does not exist.`);
		},
		async get(name) {
			const response = await call('GET', `object/authenticated/${bucket}/${name}`);
			if (response.ok) return new Uint8Array(await response.arrayBuffer());
			await succeeded(response);
			return undefined;
		},
		async delete(name) {
			await succeeded(await call('DELETE', `object/${bucket}`, json({ prefixes: [name] })));
		},
	};
}

/** Storage answers 400 with the status 404 in its body. */
function isMissing(status: number, text: string): boolean {
	return status === 404 || /"statusCode":\s*"?404|not.?found/i.test(text);
}
