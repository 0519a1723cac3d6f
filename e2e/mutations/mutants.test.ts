import { routes } from '@feedback/contract';
import { expect, it } from 'vitest';

import { type Executed, flatten } from '../../supabase/tests/open-coverage.ts';
import { guards } from './guards.ts';
import { mayNotice } from './known-tests.ts';
import { expand, listMutants, sample } from './list-mutants.ts';
import { apply, insideOf, type Mutant } from './mutant.ts';
import type { Outcome } from './outcomes.ts';
import { listPolicyMutants } from './policies/policy-mutants.ts';
import { listProblems, toReport } from './report.ts';
import { mutateRoutes } from './route-mutants.ts';
import { mutateSql, statementsOf } from './sql-mutants.ts';
import { mutateTypescript } from './typescript-mutants.ts';
import { createWatches, listWatched, watchOf } from './watched-conditions.ts';

const shorten = (mutants: Mutant[]) =>
	mutants.map(({ id, text }) => `${id.split(': ').slice(1).join(': ')} → ${text}`);

it('takes away the guards of a SQL function', () => {
	const source = `
create or replace function app.open_door(p_site uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.require_role(p_site, 'owner');
    -- if this were code then raise exception 'never';
    if case when p_site is null then true else false end then
        raise exception 'Not; here.' using errcode = 'FB403';
    end if;
    update app.doors d set open = true
    where d.site_id = p_site and d.person_id = app.person_id() and d.at between now() - interval '1 day' and now();
    if not found then
        raise exception 'Not now.';
    end if;
end $$;
create trigger doors_are_guarded after insert on app.doors
    for each row execute function app.check_door();`;
	const mutants = mutateSql('supabase/schemas/access/door.sql', source);
	expect(shorten(mutants)).toEqual([
		'app.open_door: never "case when p_site is null then true else false end" → false',
		'app.open_door: never "not found" → false',
		`app.open_door: leave out "perform app.require_role(p_site, 'owner')" → null`,
		'app.open_door: do not require "d.site_id = p_site" → true',
		'app.open_door: do not require "d.person_id = app.person_id()" → true',
		`app.open_door: do not require "d.at between now() - interval '1 day' and now()" → true`,
		`app.open_door: lower the role "'owner'" → 'viewer'`,
		'doors_are_guarded on app.doors: drop the trigger → drop trigger doors_are_guarded on app.doors;',
	]);
	const { mutated, original } = statementsOf(source, mutants[1]!);
	expect(mutated).toContain("if false then\n        raise exception 'Not now.'");
	expect(source).toContain(original);
});

it('watches conditions, those inside others too, so that it is known which tests try them', () => {
	const source = `
create or replace function app.close_door(p_site uuid) returns void language plpgsql as $$
begin
    if p_site is null then
        raise exception 'No.';
    end if;
    delete from app.doors d where exists (select from app.people p where p.site_id = p_site) and d.role = 'x';
end $$;`;
	const mutants = mutateSql('supabase/schemas/access/door.sql', source);
	const [watched, ...others] = listWatched(source, mutants);
	expect(others).toEqual([]);
	const { conditions, watch, original } = watched!;
	expect(watch([])).toBe(original);
	const named = conditions.reduce(
		(text, condition, at) => text.replaceAll(watchOf(condition, source), `watch${at + 1}`),
		watch(conditions),
	);
	expect(named).toContain('if watch1((p_site is null)) then');
	expect(named).toContain(
		"where watch2((exists (select from app.people p where watch4((p.site_id = p_site))))) and watch3((d.role = 'x'));",
	);
	const created = createWatches(conditions, source);
	expect(created.match(/p_value is \w+( true)? then/g)).toEqual([
		'p_value is true then',
		...Array.from({ length: 3 }, () => 'p_value is not true then'),
	]);
});

it('takes away the guards of a module', () => {
	const source = `
async function open(door, key) {
	if (key === undefined || !door.fits(key)) throw new Error('no');
	await requirePerson(door);
	if (door.isOpen) { count(); } else return;
	return door.open && key.turns;
}`;
	expect(shorten(mutateTypescript('door.ts', source))).toEqual([
		'open: never "key === undefined || !door.fits(key)" → false',
		'open: do not require "key === undefined" → false',
		'open: do not require "!door.fits(key)" → false',
		'open: leave out "await requirePerson(door);" → ;',
		'open: do not require "door.open" → true',
		'open: do not require "key.turns" → true',
	]);
	const [first] = mutateTypescript('door.ts', source);
	expect(apply(source, first!)).toContain("if (false) throw new Error('no');");
});

it('weakens what a route demands', () => {
	const source = `export const doors = { open: { path: '/doors', need: 'person', role: 'owner', assurance: 'presence', policy: 'exporting' } };`;
	expect(shorten(mutateRoutes('doors.ts', source))).toEqual([
		`open: need "person" as "connection" → 'connection'`,
		`open: role "owner" as "editor" → 'editor'`,
		`open: assurance "presence" as "recent" → 'recent'`,
		'open: leave out the policy → policy: undefined',
	]);
	expect(insideOf(mutateRoutes('doors.ts', source)[0]!)).toBe('open');
});

it('knows of which operation a mutant of a route is, so that its tests try only that one', () => {
	const of = listMutants().filter(({ group }) => group === 'routes');
	const shared = of.filter((mutant) => !(insideOf(mutant) in routes));
	expect(shared.length).toBeLessThan(of.length / 20);
});

it('finds guards of every kind in the tree, each with a name of its own', () => {
	const mutants = listMutants();
	for (const [name, { tests }] of Object.entries(guards)) {
		expect(mutants.filter(({ group }) => group === name).length, name).toBeGreaterThan(10);
		expect(expand(tests).length, name).toBeGreaterThan(0);
	}
	const policies = listPolicyMutants();
	expect(policies.length).toBeGreaterThan(300);
	// Otherwise no test would be known to call it.
	expect(mutants.filter((mutant) => insideOf(mutant) === 'undefined')).toEqual([]);
	const ids = [...mutants, ...policies].map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
});

const outcome = (id: string, what: Outcome['outcome']): Outcome => ({
	id,
	group: 'g',
	sha256: '',
	outcome: what,
	tests: [],
});

it('reports survivors without a reason, and reasons without a survivor', () => {
	const wanted = ['a', 'b', 'c', 'd'].map((id) => ({ group: 'g', id }));
	const outcomes = new Map(
		[outcome('a', 'killed'), outcome('b', 'survived'), outcome('c', 'survived')].map((one) => [
			one.id,
			one,
		]),
	);
	const report = toReport(wanted, outcomes, { c: 'it is checked twice', a: 'old' });
	expect(report).toMatchObject({ killed: 1, survived: 2, left: 1, needless: ['a'] });
	expect(listProblems(report)).toEqual([
		'33.3 % were killed, which is below 90.0 %.',
		'Survived without a reason: b',
		'Has a reason, but does not survive: a',
	]);
});

it('samples evenly, and counts each group by its size however many of it were tried', () => {
	expect(sample([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
	expect(sample([0, 1, 2], 7)).toEqual([0, 1, 2]);
	const wanted = [
		...['a', 'b'].map((id) => ({ group: 'policies', id })),
		...['c', 'd', 'e', 'f', 'g', 'h'].map((id) => ({ group: 'sites', id })),
	];
	const outcomes = new Map(
		['a', 'b', 'c', 'f'].map((id) => [id, outcome(id, id === 'f' ? 'survived' : 'killed')]),
	);
	const report = toReport(wanted, outcomes, {});
	// Both of two policies, and half of six others.
	expect(report).toMatchObject({ killed: 3, survived: 1, left: 4, rate: 5 / 8 });
});

it('runs a test for what it executes: the innermost range says whether', () => {
	const range = (startOffset: number, endOffset: number, count: number) => ({
		startOffset,
		endOffset,
		count,
	});
	// A module with a function, in which one branch and then the end are never reached.
	const parts = flatten([range(0, 100, 1), range(10, 60, 2), range(20, 30, 0), range(50, 60, 0)]);
	expect(parts).toEqual([0, 20, 30, 50, 60, 100]);
	const notices = (start: number, executed: Executed[] | undefined = [{ 'door.ts': parts }]) =>
		mayNotice({ executed }, { file: 'door.ts', start });
	expect([15, 25, 45, 55, 60].map((start) => notices(start))).toEqual([
		true,
		false,
		true,
		false,
		true,
	]);
	expect(notices(15, [{ 'window.ts': [0, 100] }])).toBe(false);
	expect(mayNotice({ executed: undefined }, { file: 'door.ts', start: 15 })).toBe(true);
});
