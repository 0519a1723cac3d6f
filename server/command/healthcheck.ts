import { readConfig } from '../config/read-config.ts';
import { parseListen } from '../production/parse-listen.ts';
import { CommandFailure } from './command-failure.ts';

const timeoutMs = 4_000;

/** Fails unless the server on this machine can record events and make decisions. */
export async function healthcheck(file: string | undefined): Promise<void> {
	const { host, port } = parseListen(readConfig({ file, environment: process.env }).listen);
	const everywhere = host === '0.0.0.0' || host === '::';
	const address = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	const response = await fetch(`http://${address}:${port}/readyz`, {
		signal: AbortSignal.timeout(timeoutMs),
	}).catch((cause: unknown) => {
		throw new CommandFailure(`The server does not answer at ${address}:${port}.`, { cause });
	});
	const text = await response.text();
	if (!response.ok) throw new CommandFailure(text.trim());
	console.log(text.trim());
}
