// The plan as rows of a table, for the page and for the calculator on it.
import { busiest, type Load, type Machine, type Plan, type Setup } from './plan-capacity.ts';

export type Row = { label: string; value: string };

export function describeLoad({ usersPerDay, eventsPerUser }: Load): string {
	return `${count(usersPerDay)} users a day × ${count(eventsPerUser)} events`;
}

export function describePlan(plan: Plan, load: Load, pricePerCore: number): Row[] {
	const cores = plan.cores.servers + plan.cores.postgres;
	const price = countCores(plan.setup) * pricePerCore;
	return [
		{ label: 'Events a day', value: count(plan.eventsPerDay) },
		{
			label: 'Events a second, average and peak',
			value: `${count(plan.averagePerSecond)} and ${count(plan.peakPerSecond)}`,
		},
		{
			label: 'Busy cores at the peak',
			value: `${digits(cores)}: servers ${digits(plan.cores.servers)}, PostgreSQL ${digits(plan.cores.postgres)}`,
		},
		{
			label: 'Disk of events',
			value: `${size(plan.gigabytesPerMonth)} a month, ${size(plan.gigabytesKept)} kept for ${count(load.days)} days`,
		},
		{ label: 'Memory', value: `${digits(plan.memoryGib)} GiB` },
		{ label: 'Rent', value: describeSetup(plan.setup) },
		{
			label: 'Cost a month',
			value: `${count(price)}, or ${perMillion(price, plan)} for a million events`,
		},
	];
}

/** What limits the load first, and what follows. */
export function describeCeilings({ ceilings, peakPerSecond }: Plan): Row[] {
	return [
		...ceilings.map(({ setup, eventsPerSecond }) => ({
			label: setup[0]!.toUpperCase() + setup.slice(1),
			value: `${count(eventsPerSecond)} events a second, ${digits(eventsPerSecond / peakPerSecond)} times this peak`,
		})),
		{ label: 'Then', value: 'split by site: each service has a separate database' },
	];
}

/** The share of each core that the plan uses, in percent. */
export const busiestPercent = Math.round(busiest * 100);

function describeSetup({ database, servers, services }: Setup): string {
	const one = servers
		? `a database with ${describeMachine(database)}, and ${servers.count} × servers with ${describeMachine(servers.machine)}`
		: `one machine with ${describeMachine(database)}`;
	return services === 1 ? one : `${services} services, each ${one}`;
}

function describeMachine({ cores, memoryGib }: Machine): string {
	return `${cores} cores and ${memoryGib} GiB`;
}

function countCores({ database, servers, services }: Setup): number {
	return services * (database.cores + (servers ? servers.count * servers.machine.cores : 0));
}

function perMillion(price: number, { eventsPerDay }: Plan): string {
	return ((price / (eventsPerDay * 30)) * 1_000_000).toFixed(2);
}

const count = (value: number) => Math.round(value).toLocaleString('en');

function digits(value: number): string {
	return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
}

function size(gigabytes: number): string {
	return gigabytes < 1_000 ? `${digits(gigabytes)} GB` : `${digits(gigabytes / 1_000)} TB`;
}
