import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { createFile } from './create-file.ts';
import { type SealingKeyIds, sealingKeyIds } from './sealing-key-ids.ts';
import { readSecrets } from './secrets.ts';

/** Data in the lock of a data folder, about the stack that runs there. */
type Holder = {
	token: string;
	pid: number;
	gateway: string;
	/** The sealing keys that it loads when it has the lock; missing in the lock of an earlier version. */
	sealing?: SealingKeyIds;
};

export type Lock = { token: string; release(): void };

/** A stack already runs on this data folder; `address` is its gateway. */
export class AlreadyRunning extends Error {
	override name = 'AlreadyRunning';
	readonly address: string;

	constructor(data: string, holder: Holder) {
		super(`Feedback already runs on ${data}, at ${holder.gateway} (process ${holder.pid}).`);
		this.address = holder.gateway;
	}
}

/** Throws `AlreadyRunning` when a stack runs on the folder. */
export async function refuseSecond(data: string): Promise<void> {
	const holder = readHolder(lockFile(data));
	if (holder && (await answers(holder))) throw new AlreadyRunning(data, holder);
}

/** What the stack that runs on the folder has loaded; undefined when no stack is running. */
export async function findRunning(data: string): Promise<Pick<Holder, 'sealing'> | undefined> {
	const holder = readHolder(lockFile(data));
	return holder && (await answers(holder)) ? holder : undefined;
}

/**
 * Claims a data folder for one stack. The gateway must serve the token at `/local/health` *before* this is called: a
 * lock counts as stale if there is no response, even if its process ID is in use again. Throws `AlreadyRunning` when
 * another stack responds.
 */
export async function lockData(data: string, gateway: string, token: string): Promise<Lock> {
	mkdirSync(data, { recursive: true, mode: 0o700 });
	const path = lockFile(data);
	const sealing = sealingKeyIds(readSecrets(data)?.sealing);
	const own: Holder = { token, pid: process.pid, gateway, sealing };
	while (!createFile(path, `${JSON.stringify(own)}\n`)) {
		const holder = readHolder(path);
		if (holder && (await answers(holder))) throw new AlreadyRunning(data, holder);
		takeAway(path, holder?.token);
	}
	return {
		token,
		release() {
			if (readHolder(path)?.token === token) rmSync(path, { force: true });
		},
	};
}

function lockFile(data: string): string {
	return join(data, 'running.json');
}

// Two starts may find the same stale lock; the slower one must not remove the faster one's new lock.
function takeAway(path: string, token: string | undefined): void {
	const aside = `${path}.${randomUUID()}`;
	try {
		renameSync(path, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	try {
		if (readHolder(aside)?.token !== token) linkSync(aside, path);
	} finally {
		rmSync(aside, { force: true });
	}
}

function readHolder(path: string): Holder | undefined {
	try {
		return JSON.parse(readFileSync(path, 'utf8')) as Holder;
	} catch {
		return undefined;
	}
}

async function answers(holder: Holder): Promise<boolean> {
	try {
		const response = await fetch(
			`${holder.gateway}/local/health?token=${encodeURIComponent(holder.token)}`,
			{ signal: AbortSignal.timeout(2_000) },
		);
		const body = (await response.json()) as { token?: unknown };
		return body.token === holder.token;
	} catch {
		return false;
	}
}
