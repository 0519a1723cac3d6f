// Uses Amazon's own client, because providers of compatible storage test against it, and because its `Upload` sends a
// stream of unknown length in parts and retries each part.
import type { Readable } from 'node:stream';

import {
	DeleteObjectsCommand,
	GetObjectCommand,
	NoSuchKey,
	S3Client,
	paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';

import type { Destination, StoredObject } from './destination.ts';
import { NotStored } from './not-stored.ts';
import type { DestinationSettings } from './settings.ts';

const partBytes = 8 * 1024 * 1024;
// S3 deletes at most this many in one call.
const maxDeleted = 1_000;

/** An S3-compatible bucket, which must exist. */
export function openS3({ to, s3 }: DestinationSettings): Destination {
	const { hostname: Bucket, pathname } = new URL(to);
	const prefix = pathname.replace(/^\/+|\/+$/g, '');
	const client = new S3Client({
		...(s3 && { region: s3.region }),
		...(s3?.endpoint && { endpoint: s3.endpoint }),
		// Self-hosted storage rarely has a host name for each bucket.
		forcePathStyle: s3?.endpoint !== undefined,
		...(s3?.access_key_id &&
			s3.secret_access_key && {
				credentials: { accessKeyId: s3.access_key_id, secretAccessKey: s3.secret_access_key },
			}),
		// Compatible storage often lacks the newer checksums; the manifest has its own.
		requestChecksumCalculation: 'WHEN_REQUIRED',
		responseChecksumValidation: 'WHEN_REQUIRED',
	});
	const start = prefix ? `${prefix}/` : '';
	const name = `s3://${[Bucket, prefix].filter(Boolean).join('/')}`;
	return {
		name,
		remote: true,
		async write(key, content, signal) {
			const upload = new Upload({
				client,
				params: { Bucket, Key: start + key, Body: content },
				partSize: partBytes,
				queueSize: 2,
			});
			const abort = () => void upload.abort();
			signal?.addEventListener('abort', abort, { once: true });
			try {
				signal?.throwIfAborted();
				await upload.done();
			} catch (error) {
				signal?.throwIfAborted();
				// Storage that cannot abort an upload must not hide why it was aborted.
				throw content.errored ?? error;
			} finally {
				signal?.removeEventListener('abort', abort);
			}
		},
		async read(key, signal) {
			try {
				const command = new GetObjectCommand({ Bucket, Key: start + key });
				const { Body } = await client.send(command, { ...(signal && { abortSignal: signal }) });
				return Body as Readable;
			} catch (cause) {
				if (cause instanceof NoSuchKey) throw new NotStored(key, name, { cause });
				throw cause;
			}
		},
		async list(prefix, signal) {
			const objects: StoredObject[] = [];
			const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: start + prefix });
			for await (const page of pages) {
				signal?.throwIfAborted();
				for (const { Key, Size } of page.Contents ?? []) {
					objects.push({ key: Key!.slice(start.length), bytes: Size ?? 0 });
				}
			}
			return objects;
		},
		async delete(keys) {
			for (let from = 0; from < keys.length; from += maxDeleted) {
				const Objects = keys.slice(from, from + maxDeleted).map((key) => ({ Key: start + key }));
				const { Errors } = await client.send(
					new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
				);
				const [first] = Errors ?? [];
				if (first) throw new Error(`${name} did not delete ${first.Key}: ${first.Message}`);
			}
		},
		close: () => client.destroy(),
	};
}
