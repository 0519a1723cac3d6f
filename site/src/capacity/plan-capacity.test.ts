import { describe, expect, it } from 'vitest';

import { listRows } from '../figures/figure.ts';
import { describeCeilings, describePlan } from './describe-plan.ts';
import { measuredCosts } from './measured-costs.ts';
import { type Costs, type Load, planCapacity } from './plan-capacity.ts';

const costs: Costs = {
	plain: { servers: 400, postgres: 200 },
	triggering: { servers: 400, postgres: 400 },
	bytesPerEvent: 200,
	idleMib: 1024,
};
const load: Load = {
	usersPerDay: 864_000,
	eventsPerUser: 10,
	triggeringPercent: 0,
	peakFactor: 5,
	days: 30,
};

describe('the plan of a load', () => {
	it('is computed from the cost of an event', () => {
		const plan = planCapacity(load, costs);
		expect(plan).toMatchObject({ eventsPerDay: 8_640_000, averagePerSecond: 100 });
		expect(plan.peakPerSecond).toBe(500);
		expect(plan.cores.servers).toBeCloseTo(0.2);
		expect(plan.cores.postgres).toBeCloseTo(0.1);
		expect(plan.gigabytesPerMonth).toBeCloseTo(51.84);
		expect(plan.memoryGib).toBeCloseTo(2.61, 2);
		expect(plan.setup).toEqual({
			database: { cores: 2, memoryGib: 4 },
			servers: undefined,
			services: 1,
		});
		expect(plan.ceilings.map(({ eventsPerSecond }) => Math.round(eventsPerSecond))).toEqual([
			2_000, 3_000, 6_000, 192_000,
		]);
	});

	it('counts decisions where events trigger prompts', () => {
		const all = planCapacity({ ...load, triggeringPercent: 100 }, costs);
		expect(all.cores.postgres).toBeCloseTo(0.2);
		expect(planCapacity({ ...load, triggeringPercent: 50 }, costs).cores.postgres).toBeCloseTo(
			0.15,
		);
	});

	it('puts the database on a separate machine when one is not enough', () => {
		const { setup, ceilings } = planCapacity({ ...load, usersPerDay: 40_000_000 }, costs);
		expect(setup.services).toBe(1);
		expect(setup.servers).toEqual({ count: 2, machine: { cores: 8, memoryGib: 16 } });
		expect(ceilings[0]!.setup).toBe('this setup');
	});

	it('splits by site when no database is large enough', () => {
		const { setup } = planCapacity({ ...load, usersPerDay: 4_000_000_000 }, costs);
		expect(setup.services).toBeGreaterThan(1);
		expect(setup.database).toEqual({ cores: 64, memoryGib: 128 });
	});

	it('always allows the peak that it was made for', () => {
		for (let users = 1_000; users < 1e10; users *= 3) {
			for (const triggeringPercent of [0, 10, 100]) {
				const plan = planCapacity({ ...load, usersPerDay: users, triggeringPercent }, costs);
				const rates = plan.ceilings.map(({ eventsPerSecond }) => eventsPerSecond);
				expect(rates[0], `${users} users`).toBeGreaterThanOrEqual(plan.peakPerSecond * 0.999);
				expect(rates.toSorted((a, b) => a - b)).toEqual(rates);
			}
		}
	});

	it('is within a fifth of the events that each core handled in the runs, with one server and with two', () => {
		for (const { row, values } of listRows('server', '16-connections-for-each-server')) {
			const { plain, triggering } = measuredCosts;
			const { servers, postgres } = row.startsWith('no prompt') ? plain : triggering;
			const ratio = 1_000_000 / (servers + postgres) / values['each-core']!;
			expect(Math.abs(ratio - 1), row).toBeLessThan(0.2);
		}
	});
});

describe('the words of a plan', () => {
	it('name what to rent, and what comes after', () => {
		const plan = planCapacity(load, costs);
		const text = describePlan(plan, load, 10).map(({ label, value }) => `${label}: ${value}`);
		expect(text).toEqual([
			'Events a day: 8,640,000',
			'Events a second, average and peak: 100 and 500',
			'Busy cores at the peak: 0.3: servers 0.2, PostgreSQL 0.1',
			'Disk of events: 52 GB a month, 52 GB kept for 30 days',
			'Memory: 2.6 GiB',
			'Rent: one machine with 2 cores and 4 GiB',
			'Cost a month: 20, or 0.08 for a million events',
		]);
		expect(describeCeilings(plan).map(({ label }) => label)).toEqual([
			'This machine',
			'The database on a second machine of this size',
			'More servers of 8 cores, until this database is full',
			'A database of 64 cores, and servers for it',
			'Then',
		]);
	});
});
