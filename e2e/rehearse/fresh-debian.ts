import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { type Outcome, run } from '../../testing/run.ts';
import { certificates, debianCache, exec, prepareDebianBase } from './debian-base.ts';

/** A fresh Debian 13 with its own files and processes. It shares this machine's network, so ports must differ. */
export type Debian = {
	/** Its root folder, as a path on this machine. */
	folder: string;
	/**
	 * Runs a script in the Debian by `sh -e`, as root or as another user, and resolves to its output. Rejects when the
	 * script fails.
	 */
	run(script: string, options?: { user?: string }): Promise<string>;
	/** Like `run`, and resolves to the exit code too. */
	try(script: string, options?: { user?: string }): Promise<Outcome>;
	/** Copies a file of this machine into the Debian. */
	copy(from: string, to: string): void;
	/** Ends the processes of the Debian and deletes its files. */
	remove(): Promise<void>;
};

const basics = ['ca-certificates', 'curl', 'iproute2', 'openssl', 'procps'];

/**
 * Makes a Debian 13 from Debian's own packages; the second time from a copy. Needs root and a Debian machine.
 *
 * @param packages its packages besides the basics, such as `['postgresql-17']`
 * @param options.network path of a network namespace in place of this machine's network
 * @example
 * const debian = await freshDebian(['caddy']);
 * await debian.run('caddy version');
 * await debian.remove();
 */
export async function freshDebian(
	packages: readonly string[],
	{ network }: { network?: string } = {},
): Promise<Debian> {
	const base = await prepareDebianBase([...basics, ...packages].toSorted());
	const folder = mkdtempSync(join(debianCache, 'machine-'));
	await exec('cp', ['--archive', '--reflink=auto', `${base}/.`, folder]);
	// Trust the certificate authorities of this machine, such as that of a proxy.
	cpSync(certificates, join(folder, certificates));
	const container = spawn(
		'systemd-nspawn',
		[
			'--quiet',
			'--register=no',
			'--keep-unit',
			'--as-pid2',
			'--resolv-conf=copy-host',
			...(network === undefined ? [] : [`--network-namespace-path=${network}`]),
			'--directory',
			folder,
			'sleep',
			'infinity',
		],
		{ stdio: 'ignore', detached: true },
	);
	const inner = await findInner(container.pid!);
	const attempt = (script: string, { user = 'root' }: { user?: string } = {}) => {
		const become =
			user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
		const home = user === 'root' ? '/root' : '/tmp';
		return run('nsenter', [
			'-t',
			inner,
			'-m',
			'-u',
			'-i',
			'-n',
			'-p',
			'-r',
			'-w',
			'--',
			'env',
			'-i',
			`HOME=${home}`,
			'LANG=C.UTF-8',
			'TERM=dumb',
			`NODE_EXTRA_CA_CERTS=${certificates}`,
			'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
			...become,
			'sh',
			'-ec',
			script,
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

async function findInner(container: number): Promise<string> {
	for (let tries = 0; tries < 100; tries++) {
		for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
			const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
			const isChild = new RegExp(`^PPid:\\t${container}$`, 'm').test(status);
			// Only then is its own root in place.
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
