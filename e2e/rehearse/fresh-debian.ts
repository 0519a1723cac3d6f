import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	renameSync,
	rmSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { installPackage } from '../../testing/debian.ts';
import { type Outcome, run } from '../../testing/run.ts';

/** A fresh Debian 13 with its own files and processes. It shares this machine's network, so ports must differ. */
export type Debian = {
	/** Its root folder, seen from this machine. */
	folder: string;
	/** Runs a script in it by `sh -e`, as root or as another user, and resolves to what it printed. Rejects when it fails. */
	run(script: string, options?: { user?: string }): Promise<string>;
	/** Like `run`, and resolves to the exit code too. */
	try(script: string, options?: { user?: string }): Promise<Outcome>;
	/** Copies a file of this machine into it. */
	copy(from: string, to: string): void;
	/** Ends its processes and deletes it. */
	remove(): Promise<void>;
};

const cache = '/var/cache/feedback-rehearse';
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const basics = ['ca-certificates', 'curl', 'iproute2', 'openssl', 'procps'];

/**
 * Makes a Debian 13 from Debian's own packages; the second time from a copy. Needs root and a Debian machine.
 *
 * @param packages what it has beside the basics, such as `['postgresql-17']`
 * @example
 * const debian = await freshDebian(['caddy']);
 * await debian.run('caddy version');
 * await debian.remove();
 */
export async function freshDebian(packages: readonly string[]): Promise<Debian> {
	const base = await prepareBase([...basics, ...packages].toSorted());
	const folder = mkdtempSync(join(cache, 'machine-'));
	await exec('cp', ['--archive', '--reflink=auto', `${base}/.`, folder]);
	// It trusts the authorities that this machine trusts, such as that of a proxy.
	cpSync(certificates, join(folder, certificates));
	const container = spawn(
		'systemd-nspawn',
		[
			...['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--resolv-conf=copy-host'],
			...['--directory', folder, 'sleep', 'infinity'],
		],
		{ stdio: 'ignore', detached: true },
	);
	const inner = await findInner(container.pid!);
	const attempt = (script: string, { user = 'root' }: { user?: string } = {}) => {
		const become =
			user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
		const home = user === 'root' ? '/root' : '/tmp';
		return run('nsenter', [
			...['-t', inner, '-m', '-u', '-i', '-p', '-r', '-w', '--'],
			...['env', '-i', `HOME=${home}`, 'LANG=C.UTF-8', 'TERM=dumb'],
			`NODE_EXTRA_CA_CERTS=${certificates}`,
			'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
			...[...become, 'sh', '-ec', script],
		]);
	};
	return {
		folder,
		try: attempt,
		async run(script, options) {
			const { code, output } = await attempt(script, options);
			if (code !== 0) throw new Error(`“${script}” ended with ${code}:\n${output}`);
			return output;
		},
		copy: (from, to) => cpSync(from, join(folder, to)),
		async remove() {
			const gone = new Promise((resolve) => container.once('exit', resolve));
			if (container.exitCode === null) {
				process.kill(Number(inner), 'SIGKILL');
				await gone;
			}
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}

async function prepareBase(packages: readonly string[]): Promise<string> {
	await requireTools();
	mkdirSync(cache, { recursive: true, mode: 0o755 });
	const hash = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
	const base = join(cache, `base-${hash}`);
	if (existsSync(base)) return base;
	const draft = mkdtempSync(join(cache, 'draft-'));
	console.log(`Making a Debian 13 with ${packages.join(', ')}; this takes a minute or two.`);
	await exec('mmdebstrap', [
		...['--quiet', '--variant=minbase', `--include=${packages.join(',')}`],
		...['trixie', draft, ...(await findMirror())],
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

// The mirror that this machine uses; mmdebstrap's own choice without one.
async function findMirror(): Promise<string[]> {
	const path = '/etc/apt/sources.list.d/debian.sources';
	if (!existsSync(path)) return [];
	const mirror = /^URIs:\s*(\S+)/m.exec(await readFile(path, 'utf8'))?.[1];
	return mirror ? [mirror] : [];
}

async function findInner(container: number): Promise<string> {
	for (let tries = 0; tries < 100; tries++) {
		for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
			const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
			const isChild = new RegExp(`^PPid:\\t${container}$`, 'm').test(status);
			// Only then its own root is in place.
			if (isChild && (await hasStarted(pid))) return pid;
		}
		await wait(100);
	}
	throw new Error('The fresh Debian did not start.');
}

async function hasStarted(pid: string): Promise<boolean> {
	const { code } = await run('nsenter', [
		'-t',
		pid,
		'-m',
		'-p',
		'-r',
		'--',
		'pgrep',
		'-x',
		'sleep',
	]);
	return code === 0;
}

function exec(program: string, args: readonly string[]): Promise<void> {
	return new Promise((resolve, reject) => {
		execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, _, stderr) => {
			if (error) reject(new Error(`${program} failed:\n${stderr}`, { cause: error }));
			else resolve();
		});
	});
}
