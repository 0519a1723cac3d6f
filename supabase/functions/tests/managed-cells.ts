import { beatHome } from '../../../server/postgres/cells/beat-home.ts';
import { createPersonFinder } from '../_shared/caller/person.ts';
import { createBuckets } from '../_shared/http/bucket.ts';
import { createPool } from '../_shared/pool.ts';
import { openSitesInCells, type SitesInCells, waitFor } from './cells.ts';
import { openManage, type TestManage } from './manage.ts';
import { jwtSecret, signIn, type TestPerson } from './people.ts';

export type ManagedCells = {
	opened: SitesInCells;
	/** The management API over home and both cells. */
	manage: TestManage;
	/** Another server, for which home is at another URL. */
	openServer(homeUrl: string): TestManage;
	/** A person with a session at home, of which both cells have a copy. */
	signIn(): Promise<TestPerson>;
	end(): Promise<void>;
};

export async function openManagedCells(): Promise<ManagedCells> {
	const cleanup = new AsyncDisposableStack();
	const opened = await openSitesInCells();
	cleanup.defer(() => opened.end());
	const { home, cells } = opened.databases;
	const copies = Object.values(cells);
	const beating = beatHome(home.url('postgres'), () => undefined);
	cleanup.defer(() => beating.stop());
	const find = createPersonFinder({ kind: 'stand-in', secret: jwtSecret });
	const openServer = (homeUrl: string, options: Parameters<typeof openManage>[1] = {}) => {
		const pools = (['one', 'two'] as const).map((name) => {
			const sql = createPool(opened.sites[name].manageUrl, 'cell', { size: 4 });
			cleanup.defer(() => sql.end());
			return [name, sql] as const;
		});
		const server = openManage(homeUrl, {
			cells: new Map(pools),
			// One person asks again and again.
			buckets: createBuckets({ perSecond: 1_000, burst: 10_000 }),
			// As with our sign-in service, each token names its session.
			findPerson: async (request, now) => {
				const person = await find(request, now);
				return { ...person, session: person.claims['session_id'] as string };
			},
			...options,
		});
		cleanup.defer(() => server.end());
		return server;
	};
	const manage = openServer(opened.sites.home.manageUrl);
	for (const { admin } of copies) {
		await waitFor(admin, (sql) => sql`select where app.copies_lag() < interval '1 second'`);
	}
	return {
		opened,
		manage,
		openServer: (homeUrl) => openServer(homeUrl, { keyring: manage.keyring }),
		async signIn() {
			const session = crypto.randomUUID();
			const person = await signIn({ session_id: session });
			await home.admin`
				with u as (insert into identity."user" ("id", "name", "email", "emailVerified")
					values (${person.id}, '', ${person.email}, true))
				insert into identity."session" ("id", "expiresAt", "token", "updatedAt", "userId")
				values (${session}, now() + interval '1 day', ${session}, now(), ${person.id})`;
			for (const { admin } of copies) {
				await waitFor(admin, (sql) => sql`select from identity."session" where id = ${session}`);
			}
			return person;
		},
		end: () => cleanup.disposeAsync(),
	};
}
