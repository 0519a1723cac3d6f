// The Supabase CLI, which deploys to hosted projects. A running server does not need it.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * Applies the migrations that the database lacks. Resolves to their names, and rejects with the CLI's output; a failed
 * migration leaves nothing behind.
 *
 * @param url URL of the database as the role `postgres`
 * @param folder contains `supabase/migrations`; by default this tree
 * @example
 * await pushMigrations('postgres://postgres@127.0.0.1:54322/postgres?sslmode=disable');
 */
export async function pushMigrations(url: string, folder = root): Promise<string[]> {
	const said = await runSupabase(
		['db', 'push', '--include-all', '--yes', `--remote=${url}`],
		folder,
	);
	return [...said.matchAll(/Applying migration (\S+?)\.\.\./g)].map((match) => match[1]!);
}

/**
 * Runs the Supabase CLI in this repository; resolves to its output.
 *
 * @example
 * await runSupabase(['migration', 'list', `--remote=${url}`]);
 */
export function runSupabase(args: string[], folder = root): Promise<string> {
	return run(args, folder).then(({ stdout, stderr }) => stdout + stderr);
}

/** Like `runSupabase`, but resolves to stdout only. */
export function readFromSupabase(args: string[]): Promise<string> {
	return run(args, root).then(({ stdout }) => stdout);
}

function run(args: string[], folder: string): Promise<{ stdout: string; stderr: string }> {
	const manifest = createRequire(import.meta.url).resolve('supabase/package.json');
	const program = join(dirname(manifest), 'dist', 'supabase.js');
	const env = { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
	return new Promise((resolve, reject) => {
		execFile(
			process.execPath,
			[program, '--workdir', folder, '--agent', 'no', ...args],
			{ env, maxBuffer: 64 * 1024 * 1024 },
			(error, stdout, stderr) => {
				if (!error) resolve({ stdout, stderr });
				else
					reject(new Error(`supabase ${args.slice(0, 2).join(' ')} failed:\n${stdout}${stderr}`));
			},
		);
	});
}
