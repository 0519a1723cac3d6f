// How much machine a load needs, from the measured cost of an event. A core is as fast as one of the machine that was
// measured.

/** What an app sends. */
export type Load = {
	usersPerDay: number;
	eventsPerUser: number;
	/** Of 100 events, those that trigger a prompt and so need a decision. */
	triggeringPercent: number;
	/** How many times the average the busiest minutes are. */
	peakFactor: number;
	/** Days for which events are kept. */
	days: number;
};

/** Measured costs. */
export type Costs = {
	/** Microseconds of CPU of an event that no prompt waits for, and of one that triggers a prompt. */
	plain: Cpu;
	triggering: Cpu;
	bytesPerEvent: number;
	/** Mebibytes of a server with its database when it is idle. */
	idleMib: number;
};
export type Cpu = { servers: number; postgres: number };

export type Machine = { cores: number; memoryGib: number };

export type Setup = {
	/** The machine of everything, or of the database if there are servers apart. */
	database: Machine;
	/** Machines with servers only. */
	servers: { count: number; machine: Machine } | undefined;
	/** Services that share the sites; more than one if a single database is not enough. */
	services: number;
};

export type Ceiling = { setup: string; eventsPerSecond: number };

export type Plan = {
	eventsPerDay: number;
	averagePerSecond: number;
	peakPerSecond: number;
	/** Busy cores at the peak. */
	cores: Cpu;
	gigabytesPerMonth: number;
	gigabytesKept: number;
	memoryGib: number;
	setup: Setup;
	/** What each next step allows, from the first limit on. */
	ceilings: Ceiling[];
};

/** Machines as providers rent them. */
export const machines: readonly Machine[] = [
	{ cores: 2, memoryGib: 4 },
	{ cores: 4, memoryGib: 8 },
	{ cores: 8, memoryGib: 16 },
	{ cores: 16, memoryGib: 32 },
	{ cores: 32, memoryGib: 64 },
	{ cores: 64, memoryGib: 128 },
];
const serverMachine = machines[2]!;
const largest = machines.at(-1)!;

/** The share of a core that the peak may use: beyond it, requests wait for each other. */
export const busiest = 0.6;

const secondsPerDay = 86_400;
const daysPerMonth = 30;

export function planCapacity(load: Load, costs: Costs): Plan {
	const eventsPerDay = load.usersPerDay * load.eventsPerUser;
	const averagePerSecond = eventsPerDay / secondsPerDay;
	const peakPerSecond = averagePerSecond * load.peakFactor;
	const cpu = averageCpu(load, costs);
	const cores = {
		servers: (peakPerSecond * cpu.servers) / 1_000_000,
		postgres: (peakPerSecond * cpu.postgres) / 1_000_000,
	};
	const bytesPerDay = eventsPerDay * costs.bytesPerEvent;
	// The events of the day stay in memory: inserts and counts of a visitor's events touch little else.
	const memoryGib = (costs.idleMib * 1024 ** 2 + bytesPerDay) / 1024 ** 3;
	const setup = chooseSetup(cores, memoryGib);
	return {
		eventsPerDay,
		averagePerSecond,
		peakPerSecond,
		cores,
		gigabytesPerMonth: (bytesPerDay * daysPerMonth) / 1e9,
		gigabytesKept: (bytesPerDay * load.days) / 1e9,
		memoryGib,
		setup,
		ceilings: listCeilings(setup, cpu),
	};
}

/** Microseconds of CPU of an event on average. */
function averageCpu({ triggeringPercent }: Load, { plain, triggering }: Costs): Cpu {
	const share = triggeringPercent / 100;
	const mix = (part: keyof Cpu) => plain[part] * (1 - share) + triggering[part] * share;
	return { servers: mix('servers'), postgres: mix('postgres') };
}

/** The least to rent: one machine with everything, else servers apart from the database, else several services. */
function chooseSetup(cores: Cpu, memoryGib: number): Setup {
	const fits = (needed: number, memory: number) =>
		machines.find((one) => one.cores * busiest >= needed && one.memoryGib >= memory);
	const single = fits(cores.servers + cores.postgres, memoryGib);
	// A second machine costs less than the largest one, and survives its loss.
	if (single && single.cores <= 16) return { database: single, servers: undefined, services: 1 };
	const services = Math.ceil(
		Math.max(cores.postgres / (largest.cores * busiest), memoryGib / largest.memoryGib),
	);
	const database = fits(cores.postgres / services, memoryGib / services) ?? largest;
	const count = Math.ceil(cores.servers / services / (serverMachine.cores * busiest));
	return { database, servers: { count, machine: serverMachine }, services };
}

function listCeilings({ database, servers, services }: Setup, cpu: Cpu): Ceiling[] {
	const rate = (cores: number, microseconds: number) =>
		(services * cores * busiest * 1_000_000) / microseconds;
	const apart = [
		{
			setup: `more servers of ${serverMachine.cores} cores, until this database is full`,
			eventsPerSecond: rate(database.cores, cpu.postgres),
		},
		...(database.cores < largest.cores
			? [
					{
						setup: `a database of ${largest.cores} cores, and servers for it`,
						eventsPerSecond: rate(largest.cores, cpu.postgres),
					},
				]
			: []),
	];
	if (servers) {
		const cores = servers.count * servers.machine.cores;
		const now = Math.min(rate(cores, cpu.servers), rate(database.cores, cpu.postgres));
		return [{ setup: 'this setup', eventsPerSecond: now }, ...apart];
	}
	return [
		{ setup: 'this machine', eventsPerSecond: rate(database.cores, cpu.servers + cpu.postgres) },
		{
			setup: 'the database on a second machine of this size',
			eventsPerSecond: rate(database.cores, Math.max(cpu.servers, cpu.postgres)),
		},
		...apart,
	];
}
