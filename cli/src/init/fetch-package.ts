import { createHash } from 'node:crypto';

import { readBytes, TooLarge } from '@feedback/client';
import { product } from '@feedback/contract';
import { z } from 'zod';

import { Failure } from '../failure.ts';

const timeoutMs = 15_000;
/** More than any release of the SDK. */
const maxBytes = 20 * 1024 * 1024;

const versionSchema = z.object({
	version: z.string(),
	dist: z.object({ tarball: z.url(), integrity: z.string().startsWith('sha512-') }),
});
export type FetchedVersion = z.infer<typeof versionSchema>;

const packumentSchema = z.object({
	'dist-tags': z.record(z.string(), z.string()),
	versions: z.record(z.string(), versionSchema),
});

/** Reads what a registry has of the SDK. */
export async function fetchPackument(
	registry: string,
): Promise<{ versions: Record<string, FetchedVersion>; tags: Record<string, string> }> {
	const address = `${registry}${product.sdkPackage.replace('/', '%2f')}`;
	const accept = 'application/vnd.npm.install-v1+json, application/json';
	const bytes = await download(registry, address, { accept });
	try {
		const parsed = packumentSchema.parse(JSON.parse(bytes.toString('utf8')));
		return { versions: parsed.versions, tags: parsed['dist-tags'] };
	} catch (cause) {
		throw refuse(registry, `${address} is not what a registry answers`, { cause });
	}
}

/** Downloads a version and verifies its integrity. */
export async function fetchTarball({ dist }: FetchedVersion): Promise<void> {
	const { tarball, integrity } = dist;
	const bytes = await download(tarball, tarball, {});
	const digest = createHash('sha512').update(bytes).digest('base64');
	if (integrity.split(/\s+/).includes(`sha512-${digest}`)) return;
	throw refuse(tarball, `${tarball} is not the file that its registry describes`);
}

async function download(
	registry: string,
	address: string,
	headers: Record<string, string>,
): Promise<Buffer> {
	let response: Response;
	try {
		response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs) });
		if (response.ok) return Buffer.from(await readBytes(response, maxBytes));
	} catch (cause) {
		if (cause instanceof TooLarge) throw refuse(registry, `${address} is larger than any release`);
		throw refuse(registry, `${address} does not answer`, { answered: false, cause });
	}
	throw refuse(registry, `${address} answers ${response.status}`);
}

function refuse(
	registry: string,
	what: string,
	{ answered = true, cause }: { answered?: boolean; cause?: unknown } = {},
): Failure {
	return new Failure(
		'install_failed',
		`The SDK cannot be installed: ${what}. Nothing was changed.`,
		{
			hint: 'Set FEEDBACK_DOCS_URL to the documentation of your service, which also serves the packages, or pass a packed SDK with --sdk. --skip-install edits the code only.',
			details: { registry, answered },
			...(cause !== undefined && { cause }),
		},
	);
}
