// Not the client of the backups: Amazon's own is as large as all functions together.
import { AwsClient } from 'aws4fetch';

import { type FileStore, storeTimeoutMs } from './file-store.ts';

export type S3Settings = {
	bucket: string;
	/** Begins the key of every file; empty for none. */
	prefix: string;
	/** URL of the S3-compatible storage; undefined for AWS. */
	endpoint: string | undefined;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
};

/** A bucket of S3-compatible storage, which must exist. */
export function openS3Store(settings: S3Settings): FileStore {
	const { bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
	const endpoint = settings.endpoint ?? `https://s3.${region}.amazonaws.com`;
	const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region, retries: 2 });
	const place = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
	async function call(method: string, name: string, init: RequestInit = {}): Promise<Response> {
		const path = [bucket, prefix, name].filter(Boolean).join('/');
		const response = await client.fetch(`${endpoint.replace(/\/+$/, '')}/${path}`, {
			...init,
			method,
			signal: AbortSignal.timeout(storeTimeoutMs),
		});
		if (response.ok || response.status === 404) return response;
		const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
		throw new Error(
			`${place} answered ${method} with ${response.status}${code ? ` ${code}` : ''}.`,
		);
	}
	return {
		place,
		async put(name, body, type) {
			const response = await call('PUT', name, { body, headers: { 'content-type': type } });
			await response.body?.cancel();
			if (response.status === 404) throw new Error(`${place} has no such bucket.`);
		},
		async get(name) {
			const response = await call('GET', name);
			if (response.ok) return new Uint8Array(await response.arrayBuffer());
			await response.body?.cancel();
			return undefined;
		},
		async delete(name) {
			const response = await call('DELETE', name);
			await response.body?.cancel();
		},
	};
}
