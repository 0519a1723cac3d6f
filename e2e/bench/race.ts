// Sixteen clients in lock-step on each of 5,000 new visitors: exactly 5,000 displays, or something is wrong.
// Run it with: npx node e2e/bench/race.ts
import { ingest } from '../../supabase/tests/caller.ts';
import { createSite, publishPrompt } from '../../supabase/tests/sites.ts';
import { newEvent, newVisit, uuidv7 } from '../../supabase/tests/visits.ts';
import { startBenchDatabase } from './database.ts';

const visitors = Number(process.env['BENCH_VISITORS'] ?? 5_000);
const perSite = 50;

const { admin, lanes, stop } = await startBenchDatabase(16);
const started = performance.now();
let shown = 0;
let calls = 0;
let site = '';
for (let at = 0; at < visitors; at++) {
	if (at % perSite === 0) {
		// Many sites, because one takes no more than 500 requests a second.
		site = (await createSite(admin)).id;
		await publishPrompt(admin, site, { trigger: { events: ['done'] } });
	}
	const visit = newVisit(site);
	const answers = await Promise.all(
		lanes.map((sql) =>
			ingest(sql, visit, [newEvent('done', {}, { session: visit.session })], uuidv7()),
		),
	);
	calls += answers.length;
	shown += answers.filter(({ decided }) => decided?.reason === 'displayed').length;
}
const [row] = await admin`
	select count(*)::int as displays, count(distinct subject_id)::int as subjects from app.displays`;
await stop();

console.table({
	visitors,
	calls,
	'answered "displayed"': shown,
	'displays stored': row!['displays'] as number,
	'subjects with a display': row!['subjects'] as number,
	seconds: Math.round((performance.now() - started) / 1_000),
});
if (shown !== visitors || row!['displays'] !== visitors) process.exitCode = 1;
