// For tests: a server on a socket that its parent opened, with the options in its argument. Ends on
// SIGTERM.
import type { GatewaySettings } from '../../server/gateway/gateway.ts';
import { takeActivatedSocket } from '../../server/gateway/activated-socket.ts';
import { demo } from '../../server/demo/demo.ts';
import { startStack } from '../../server/stack/start-stack.ts';

export type ActivatedServerOptions = { data: string; network?: Partial<GatewaySettings> };

const { data, network } = JSON.parse(process.argv[2] ?? '') as ActivatedServerOptions;
const socket = takeActivatedSocket();
if (!socket) throw new Error('Its parent must pass a socket.');
const starting = startStack({
	data,
	demo,
	ports: 'free',
	// Long enough that even on a slow machine, the test's requests wait until the server has started.
	network: { ...network, listen: socket, startWaitMs: 60_000 },
	drain: { lameDuckMs: 500, timeoutMs: 5_000 },
	log: (message) => console.error(message),
});
process.once('SIGTERM', () => void starting.then((stack) => stack.stop()));
const { databaseUrl, siteId } = await starting;
console.log(JSON.stringify({ pid: process.pid, databaseUrl, siteId }));
