import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { root } from '../../../server/layout/tree.ts';
import type { Debian } from '../fresh-debian.ts';

/**
 * Starts HAProxy with the documented file on `port`, without TLS, before servers at two addresses (`host:port`).
 * Resolves when it listens.
 */
export async function startHaproxy(
	debian: Debian,
	{ port, servers }: { port: number; servers: readonly [string, string] },
): Promise<void> {
	const replaced: Record<string, string> = {
		':443 ssl crt /etc/haproxy/feedback.pem': `127.0.0.1:${port}`,
		'10.0.0.11:8080': servers[0],
		'10.0.0.12:8080': servers[1],
	};
	let text = readFileSync(join(root, 'server/operations/haproxy.cfg'), 'utf8');
	for (const [from, to] of Object.entries(replaced)) {
		if (!text.includes(from)) throw new Error(`The documented file has no "${from}".`);
		text = text.replace(from, to);
	}
	writeFileSync(join(debian.folder, 'root/haproxy.cfg'), text);
	await debian.run('haproxy -c -f /root/haproxy.cfg');
	void debian.try('exec haproxy -db -f /root/haproxy.cfg >/root/haproxy.log 2>&1');
	while (!(await accepts(port))) await new Promise((resolve) => setTimeout(resolve, 100));
}

function accepts(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
