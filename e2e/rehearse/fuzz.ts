// Sends every costly body, of which `npm test` sends what a minute allows.
import { root } from '../../server/layout/tree.ts';
import { run } from '../../testing/run.ts';

const { code } = await run('vitest', ['run', '--root', root, 'supabase/functions/cost.test.ts'], {
	live: true,
	environment: { FEEDBACK_FUZZ_SECONDS: process.env['FEEDBACK_FUZZ_SECONDS'] ?? 'all' },
});
process.exitCode = code;
