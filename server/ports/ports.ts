import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The parts that listen, with their preferred ports and the variables that override them. */
export const listeners = {
	gateway: { port: 54_321, variable: 'FEEDBACK_PORT' },
	database: { port: 54_322, variable: 'FEEDBACK_DB_PORT' },
	dashboard: { port: 54_323, variable: 'FEEDBACK_DASHBOARD_PORT' },
	site: { port: 4_321, variable: 'FEEDBACK_DOCS_PORT' },
	example: { port: 5_173, variable: 'FEEDBACK_EXAMPLE_PORT' },
} as const;

export type Listener = keyof typeof listeners;
export type Ports = Record<Listener, number>;

export type PortChoice = {
	/** Ports that must be exactly these; a taken one is an error. */
	fixed?: Partial<Ports> | undefined;
	/** Whether the other listeners get any free port instead of their usual one. */
	free?: boolean;
	/** The listeners that will listen; the ports of others are not checked. All by default. */
	only?: ReadonlySet<Listener>;
	onMove?: (listener: Listener, from: number, to: number) => void;
};

/** Ports set by the environment, such as `{ FEEDBACK_PORT: '8000' }`. Throws on an invalid port. */
export function readPorts(environment: NodeJS.ProcessEnv): Partial<Ports> {
	const ports: Partial<Ports> = {};
	for (const [name, { variable }] of Object.entries(listeners)) {
		const value = environment[variable];
		if (!value) continue;
		const port = Number(value);
		if (!Number.isInteger(port) || port < 1 || port > 65_535) {
			throw new Error(`${variable} is ${value}; it must be a port, from 1 to 65535.`);
		}
		ports[name as Listener] = port;
	}
	return ports;
}

/** Chooses a port for every listener, all different and currently free. The port of an unused listener is 0. */
export async function choosePorts(choice: PortChoice): Promise<Ports> {
	const given = new Set<number>();
	const chosen: Partial<Ports> = {};
	for (const name of Object.keys(listeners) as Listener[]) {
		if (choice.only && !choice.only.has(name)) continue;
		const port = await choosePort(name, choice, given);
		given.add(port);
		chosen[name] = port;
	}
	return { gateway: 0, database: 0, dashboard: 0, site: 0, example: 0, ...chosen };
}

async function choosePort(name: Listener, choice: PortChoice, given: Set<number>): Promise<number> {
	const fixed = choice.fixed?.[name];
	const { port: usual, variable } = listeners[name];
	if (fixed !== undefined) {
		if (!given.has(fixed) && (await isFree(fixed))) return fixed;
		throw new Error(
			`Port ${fixed} (${variable}) is taken. Stop what listens there, or choose another port.`,
		);
	}
	if (choice.free) return findFreePort(given);
	// In steps of ten, so that the ports of a second stack are as easy to distinguish as those of the first.
	for (let port = usual; port < usual + 500; port += 10) {
		if (given.has(port) || !(await isFree(port))) continue;
		if (port !== usual) choice.onMove?.(name, usual, port);
		return port;
	}
	throw new Error(
		`Ports ${usual}, ${usual + 10} and so on are all taken. Set ${variable} to a free one.`,
	);
}

/** Whether nothing listens on the port, on loopback or on every address. */
export async function isFree(port: number): Promise<boolean> {
	return (await tryListen(port, '127.0.0.1')) !== null && (await tryListen(port)) !== null;
}

// Below the ports that systems assign to outgoing connections, so that a port stays free between its choice, a stop
// and another start. Each process uses its own hundred, since others choose at the same time.
const firstPort = 10_000;
const portsPerProcess = 100;
const blocks = 220;

/** A loopback port on which nothing listens at this moment, other than those in `given`. */
export async function findFreePort(given: ReadonlySet<number> = new Set()): Promise<number> {
	for (let attempt = 0; ; attempt += 1) {
		// Uses another process's hundred once the own hundred seems to be taken.
		const block = (process.pid + Math.floor(attempt / portsPerProcess)) % blocks;
		const port = firstPort + block * portsPerProcess + randomInt(portsPerProcess);
		if (!given.has(port) && (await isFree(port))) return port;
	}
}

async function tryListen(port: number, host?: string): Promise<number | null> {
	const server = createServer();
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
			else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(port);
			else reject(error);
		});
		server.listen({ port, host, exclusive: true }, () => {
			const address = server.address();
			const bound = typeof address === 'object' && address ? address.port : port;
			server.close(() => resolve(bound));
		});
	});
}
