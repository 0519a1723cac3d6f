import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { product } from '@feedback/contract';

/** What the test service's registry has of the SDK. */
export type Packages = {
	version: string;
	/** Content of the tarball, and what the registry says about it. */
	tarball: string;
	described: string;
	/** Status of every response, if not 200. */
	status: number | undefined;
	/** The newest version of the command. */
	command: string;
};

export function createPackages(): Packages {
	return {
		version: product.version,
		tarball: 'packed',
		described: 'packed',
		status: undefined,
		command: product.version,
	};
}

/** Responds like a registry at `/docs/npm/`. */
export function answerPackages(
	{ version, tarball, described, status, command }: Packages,
	url: URL,
	response: ServerResponse,
): void {
	const path = `/docs/npm/${product.sdkPackage}`;
	const tags = `/docs/npm/-/package/${product.cliPackage.replace('/', '%2f')}/dist-tags`;
	const file = `${path}/-/sdk-${version}.tgz`;
	if (status !== undefined) {
		response.writeHead(status).end();
	} else if (url.pathname === tags) {
		response.end(JSON.stringify({ latest: command }));
	} else if (decodeURIComponent(url.pathname) === path) {
		const integrity = `sha512-${createHash('sha512').update(described).digest('base64')}`;
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(
			JSON.stringify({
				name: product.sdkPackage,
				'dist-tags': { latest: version },
				versions: { [version]: { version, dist: { tarball: url.origin + file, integrity } } },
			}),
		);
	} else {
		response.writeHead(url.pathname === file ? 200 : 404).end(tarball);
	}
}
