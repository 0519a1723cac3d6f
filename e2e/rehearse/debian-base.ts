import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installPackage } from '../../testing/debian.ts';

/** Folder whose contents later rehearsals reuse. */
export const debianCache = '/var/cache/feedback-rehearse';

/** The certificate authorities of a Debian machine. */
export const certificates = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Creates the files of a minimal Debian 13 with these Debian packages, or reuses earlier files. Resolves to the folder,
 * which must be copied and not changed. Needs root and a Debian machine.
 */
export async function prepareDebianBase(packages: readonly string[]): Promise<string> {
	await requireTools();
	mkdirSync(debianCache, { recursive: true, mode: 0o755 });
	const hash = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
	const base = join(debianCache, `base-${hash}`);
	if (existsSync(base)) return base;
	const draft = mkdtempSync(join(debianCache, 'draft-'));
	console.log(`Making a Debian 13 with ${packages.join(', ')}; this takes a minute or two.`);
	await exec('mmdebstrap', [
		'--quiet',
		'--variant=minbase',
		`--include=${packages.join(',')}`,
		'trixie',
		draft,
		...(await findMirror()),
	]);
	renameSync(draft, base);
	return base;
}

async function requireTools(): Promise<void> {
	if (process.getuid?.() !== 0) throw new Error('A fresh Debian can be made only by root.');
	for (const [program, name] of [
		['mmdebstrap', 'mmdebstrap'],
		['systemd-nspawn', 'systemd-container'],
	] as const) {
		if (existsSync(`/usr/bin/${program}`)) continue;
		if (!(await installPackage(name, console.log))) {
			throw new Error(`The Debian package ${name} is needed and could not be installed.`);
		}
	}
}

// The mirror that this machine uses; without one, mmdebstrap's default.
async function findMirror(): Promise<string[]> {
	const path = '/etc/apt/sources.list.d/debian.sources';
	if (!existsSync(path)) return [];
	const mirror = /^URIs:\s*(\S+)/m.exec(await readFile(path, 'utf8'))?.[1];
	return mirror ? [mirror] : [];
}

/** Runs a program; rejects with its standard error. */
export function exec(program: string, args: readonly string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, _, stderr) => {
			if (error) reject(new Error(`${program} failed:\n${stderr}`, { cause: error }));
			else resolve();
		});
	});
}
