// A server for tests on the socket that its parent holds; ends on SIGTERM. Arguments: the data folder.
import { takeActivatedSocket } from '../gateway/activated-socket.ts';
import { demo } from '../demo/demo.ts';
import { startStack } from './start-stack.ts';

const [data] = process.argv.slice(2);
const socket = takeActivatedSocket();
if (!data || !socket) throw new Error('It needs a data folder, and a socket from its parent.');
const starting = startStack({
	data,
	demo,
	ports: 'free',
	// However slow the machine, no request of the test is answered before the server has started.
	network: { listen: socket, startWaitMs: 60_000 },
	drain: { lameDuckMs: 500, timeoutMs: 5_000 },
	log: (message) => console.error(message),
});
process.once('SIGTERM', () => void starting.then((stack) => stack.stop()));
const { databaseUrl, siteId } = await starting;
console.log(JSON.stringify({ pid: process.pid, databaseUrl, siteId }));
