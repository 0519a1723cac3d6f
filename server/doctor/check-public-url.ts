import { type Check, failed, passed } from './check.ts';

const timeoutMs = 10_000;

/** Checks that the public URL leads to this server, over TLS. */
export async function checkPublicUrl(publicUrl: string): Promise<Check[]> {
	let response: Response;
	try {
		response = await fetch(`${publicUrl}/healthz`, {
			signal: AbortSignal.timeout(timeoutMs),
			redirect: 'manual',
		});
	} catch (error) {
		const reason = describe(error as Error);
		return [
			failed(
				'public URL',
				`${publicUrl} cannot be reached from here: ${reason}.`,
				'Start the server and the proxy, and check the DNS record, the certificate and the firewall.',
			),
		];
	}
	const checks = [checkScheme(publicUrl)];
	if (response.ok && (await response.text()) === 'ok\n') {
		checks.unshift(passed('public URL', `${publicUrl} leads to this service.`));
	} else {
		checks.unshift(
			failed(
				'public URL',
				`${publicUrl}/healthz answers with status ${response.status}, not as this service does.`,
				'Let the proxy forward every path of that host to the address in listen.',
			),
		);
	}
	return checks;
}

function checkScheme(publicUrl: string): Check {
	const { protocol, hostname } = new URL(publicUrl);
	const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
	return protocol === 'https:' || isLocal
		? passed('TLS', `Browsers reach the service ${isLocal ? 'on this machine' : 'over TLS'}.`)
		: failed(
				'TLS',
				`${publicUrl} is not encrypted: passwords and answers can be read on the way.`,
				'Put a proxy with a certificate in front, such as Caddy, and write https:// in public_url.',
			);
}

function describe(error: Error): string {
	const { cause } = error as { cause?: { code?: string; message?: string } };
	return cause?.code ?? cause?.message ?? error.message;
}
