// Stacks for tests. Each starts from a copy of a prepared data folder, because this is faster than creating a database.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { listCodeFiles } from '../server/postgres/code/code-files.ts';
import { withFileLock } from '../server/data/file-lock.ts';
import { standInPart } from './auth/stand-in-part.ts';
import { demo as withoutVisits } from '../server/demo/demo.ts';
import type { DemoPart } from '../server/stack/demo-part.ts';
import { identityPart } from '../server/stack/identity-part.ts';
import type { SignInPart } from '../server/stack/sign-in-part.ts';
import { type Stack, type StackOptions, startStack } from '../server/stack/start-stack.ts';
import { cacheFolder, root } from '../server/layout/tree.ts';
import { openOverTcp } from '../supabase/tests/open-over-tcp.ts';

type AuthKind = 'supabase' | 'feedback';
const signInParts: Record<AuthKind, SignInPart> = { supabase: standInPart, feedback: identityPart };

export type TestStackOptions = Pick<
	StackOptions,
	'parts' | 'environment' | 'files' | 'network' | 'eventsFirst'
> & {
	/** Service that signs people in: a stand-in for Supabase Auth, or the identity service. */
	auth?: AuthKind;
	/** A modified form of that service. */
	signIn?: SignInPart;
	/** What the stack is a demo of; by default, one without visits. */
	demo?: DemoPart;
};

/** A whole stack on free ports that deletes its data when it stops. */
export async function startTestStack({
	auth = 'supabase',
	signIn = signInParts[auth],
	demo = withoutVisits,
	...options
}: TestStackOptions = {}): Promise<Stack> {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-stack-'));
	// Deno grants no access below /dev, where the temporary folder may be.
	mkdirSync(cacheFolder, { recursive: true });
	const files = mkdtempSync(join(cacheFolder, 'files-'));
	const remove = () => {
		for (const made of [folder, files]) {
			rmSync(made, { recursive: true, force: true, maxRetries: 5 });
		}
	};
	try {
		const data = join(folder, 'data');
		await copyPrepared(data, auth);
		const stack = await startStack({
			files: { environment: { FEEDBACK_FILES: files }, folder: files },
			...options,
			data,
			ports: 'free',
			demo,
			signIn,
			quiet: true,
		});
		return {
			...stack,
			adminUrl: await openOverTcp(stack.adminUrl),
			async stop() {
				await stack.stop();
				remove();
			},
		};
	} catch (error) {
		remove();
		throw error;
	}
}

/** Copies the data folder of a stack that was stopped, with its cluster in the folder `postgres`. */
export async function copyPrepared(to: string, auth: AuthKind = 'supabase'): Promise<void> {
	mkdirSync(cacheFolder, { recursive: true });
	await withFileLock(join(cacheFolder, 'stack.lock'), async () => {
		const prepared = join(cacheFolder, `stack-${auth}-${fingerprint()}`);
		if (!isPrepared(prepared)) await prepare(prepared, auth);
		// Keep the owner: as root, Postgres runs as another user, who must own the folder.
		await promisify(execFile)('cp', ['-a', prepared, to]);
	});
}

// Postgres does not open a database whose folder has a different owner than before.
function isPrepared(folder: string): boolean {
	try {
		return readFileSync(join(folder, 'owner'), 'utf8') === ownerOf(folder);
	} catch {
		return false;
	}
}

function ownerOf(folder: string): string {
	return String(statSync(join(folder, 'postgres')).uid);
}

async function prepare(folder: string, auth: AuthKind): Promise<void> {
	for (const name of readdirSync(cacheFolder)) {
		if (name.startsWith(`stack-${auth}-`)) discard(join(cacheFolder, name));
	}
	const making = `${folder}.new`;
	const stack = await startStack({
		data: making,
		ports: 'free',
		demo: withoutVisits,
		signIn: signInParts[auth],
		quiet: true,
	});
	await stack.stop();
	// Copies are temporary: no need to wait for the disk.
	appendFileSync(join(making, 'postgres/postgresql.conf'), 'fsync = off\n');
	writeFileSync(join(making, 'owner'), ownerOf(making));
	renameSync(making, folder);
}

// The folder may belong to another user, whose files we cannot delete.
function discard(folder: string): void {
	try {
		rmSync(folder, { recursive: true, force: true });
	} catch {
		return;
	}
}

// Everything that a fresh data folder depends on: the day, for its partitions, and the user who may read
// it.
function fingerprint(): string {
	const hash = createHash('sha256');
	hash.update(`${new Date().toISOString().slice(0, 10)} ${process.getuid?.()} ${process.version}`);
	const folders = [
		'supabase',
		'supabase/migrations',
		'server/postgres',
		'server/demo',
		'server/postgres/code',
		'testing/auth',
		'server/identity',
		'server/stack',
		'contract/src',
	];
	const files = folders.flatMap((path) =>
		readdirSync(join(root, path), { withFileTypes: true })
			.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
			.map(({ name }) => join(path, name)),
	);
	for (const { sha256 } of listCodeFiles()) hash.update(sha256);
	for (const path of ['package-lock.json', ...files.sort()]) {
		hash.update(path).update(readFileSync(join(root, path)));
	}
	return hash.digest('hex').slice(0, 16);
}
