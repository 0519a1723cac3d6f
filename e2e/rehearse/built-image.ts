import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { root } from '../../server/layout/tree.ts';
import { installPackage } from '../../testing/debian.ts';
import { type Outcome, run } from '../../testing/run.ts';
import { certificates, prepareDebianBase } from './debian-base.ts';
import type { Network } from './network.ts';

/** Declared configuration of the image; durations in nanoseconds. */
export type ImageConfig = {
	User: string;
	Env: string[];
	Entrypoint: string[];
	Cmd: string[];
	ExposedPorts: Record<string, unknown>;
	Volumes: Record<string, unknown>;
	Labels: Record<string, string>;
	StopSignal: string;
	Healthcheck: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number };
};

export type BuiltImage = {
	config: ImageConfig;
	/** Sizes in bytes, uncompressed. */
	size: { image: number; base: number };
	/** Runs the image as its user, with a read-only root and a writable `/tmp` and `/dev/shm`. */
	start(options: RunOptions): Promise<RunningContainer>;
	remove(): Promise<void>;
};

export type RunOptions = {
	/** Replaces the image's default command, such as `['start']`. */
	command?: string[];
	environment: Record<string, string>;
	/** Folders of this machine, by the path in the container; they are given to the image's user. */
	volumes: Record<string, string>;
	/** A network instead of this machine's network. */
	network?: Network;
};

export type RunningContainer = {
	/** Process ID of the container's first process, on this machine. */
	pid: number;
	output(): string;
	/** Resolves to its exit code. */
	ended: Promise<number | null>;
	/** Runs a program in the container, as its user and with its environment. */
	execute(words: readonly string[]): Promise<Outcome>;
};

const name = 'localhost/feedback-rehearsal';
const userId = 10_001;

/** Builds the image of a package with buildah, on a minimal Debian instead of the registry's. Takes minutes. */
export async function buildImage(tarball: string, version: string): Promise<BuiltImage> {
	if (!existsSync('/usr/bin/buildah') && !(await installPackage('buildah', console.log))) {
		throw new Error('The Debian package buildah is needed and could not be installed.');
	}
	const base = `${name}-base`;
	await importBase(base);
	const context = join(tarball, '..', 'context');
	mkdirSync(context);
	cpSync(tarball, join(context, `feedback-server-${version}.tgz`));
	await buildah(
		'build',
		'--quiet',
		'--format',
		'docker',
		'--isolation',
		'chroot',
		'--tag',
		name,
		'--build-arg',
		`BASE=${base}`,
		'--build-arg',
		`VERSION=${version}`,
		'--file',
		join(root, 'server/operations/Containerfile'),
		context,
	);
	const inspected = JSON.parse(await buildah('inspect', '--type', 'image', name)) as {
		Docker: { config: ImageConfig };
	};
	const { config } = inspected.Docker;
	const container = await buildah('from', name);
	const files = await buildah('mount', container);
	return {
		config,
		size: { image: await sizeOf(name), base: await sizeOf(base) },
		start: (options) => startContainer(files, config, options),
		async remove() {
			await buildah('rm', container);
			await buildah('rmi', name, base);
		},
	};
}

async function importBase(base: string): Promise<void> {
	const container = await buildah('from', 'scratch');
	const mount = await buildah('mount', container);
	await promisify(execFile)('cp', [
		'--archive',
		`${await prepareDebianBase(['ca-certificates'])}/.`,
		mount,
	]);
	// npm trusts the certificate authorities of this machine, such as that of a proxy.
	cpSync(certificates, join(mount, certificates));
	await buildah('commit', '--quiet', container, base);
	await buildah('rm', container);
}

async function startContainer(
	files: string,
	config: ImageConfig,
	{ command = config.Cmd, environment, volumes, network }: RunOptions,
): Promise<RunningContainer> {
	for (const folder of Object.values(volumes)) chownSync(folder, userId, userId);
	const variables = [
		...config.Env,
		...Object.entries(environment).map(([key, value]) => `${key}=${value}`),
	];
	const child = spawn('systemd-nspawn', [
		'--quiet',
		'--register=no',
		'--keep-unit',
		'--console=pipe',
		'--directory',
		files,
		'--read-only',
		'--user=feedback',
		'--no-new-privileges=yes',
		...variables.map((variable) => `--setenv=${variable}`),
		...Object.entries(volumes).map(([path, folder]) => `--bind=${folder}:${path}`),
		...(network
			? [`--network-namespace-path=${network.path}`, `--bind-ro=${network.hostsFile}:/etc/hosts`]
			: []),
		...config.Entrypoint,
		...command,
	]);
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const pid = await findFirst(child);
	return {
		pid,
		ended,
		output: () => output,
		execute: (words) =>
			run('nsenter', [
				'-t',
				String(pid),
				'-m',
				'-n',
				'-p',
				'-i',
				'-u',
				'-r',
				'-w',
				'--',
				'setpriv',
				`--reuid=${userId}`,
				`--regid=${userId}`,
				'--clear-groups',
				'env',
				'-i',
				...variables,
				...words,
			]),
	};
}

/** Finds the container's first process, once it runs as the image's user. A short command may have ended already. */
async function findFirst(container: ChildProcess): Promise<number> {
	const children = `/proc/${container.pid}/task/${container.pid}/children`;
	while (container.exitCode === null) {
		const [pid] = existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ') : [];
		if (pid && userOf(pid) === userId) return Number(pid);
		await wait(20);
	}
	return 0;
}

// Undefined when the process has ended.
function userOf(pid: string): number | undefined {
	try {
		const found = /^Uid:\t\d+\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
		return found ? Number(found[1]) : undefined;
	} catch {
		return undefined;
	}
}

async function sizeOf(image: string): Promise<number> {
	const [listed] = JSON.parse(await buildah('images', '--json', image)) as { size: string }[];
	const [, amount, unit] = /^([\d.]+) (\w+)$/.exec(listed!.size)!;
	return Number(amount) * { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit!]!;
}

async function buildah(...args: string[]): Promise<string> {
	const options = { maxBuffer: 64 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)('buildah', args, options);
	return stdout.trim();
}
