import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { type Debian, freshDebian } from '../fresh-debian.ts';

export type Outcome = { code: number; output: string };

/** How a line of a page is run. */
export type Running = {
	/** Folder in which it runs, and the person's home folder. */
	folder: string;
	home: string;
	environment: Record<string, string>;
	/** Runs it in a terminal in which a person answers every question with yes. */
	terminal: boolean;
	/** Stops following the line as soon as it has printed this. */
	until?: RegExp | undefined;
	/** Called with what it has printed so far, again and again while it runs. */
	follow(output: string): Promise<void>;
};

export type Machine = {
	/** Writes files into a folder of the person who uses the machine. */
	write(folder: string, files: Record<string, string>): Promise<void>;
	/** Installs a package for every folder, as the page about the command says. */
	install(source: string): Promise<unknown>;
	run(line: string, running: Running): Promise<Outcome>;
	/** Reads a file of the person. */
	read(path: string): string;
	remove(): Promise<void>;
};

const home = '/home/dev';
let lines = 0;

// With the Enter key of a terminal, and slowly: `script` stores in memory whatever is typed before the program reads it,
// which `yes` makes gigabytes.
const answers = String.raw`while sleep 0.3; do printf 'y\r'; done`;

/** A fresh Debian with Node.js, the package managers of npm, and a person who uses it. */
export async function startMachine(): Promise<Machine> {
	const debian = await freshDebian(['git', 'nodejs', 'npm']);
	await debian.run(`apt-get update -qq
		apt-get install -y -qq jq >/dev/null 2>&1
		npm install --global --no-audit --no-fund --loglevel=error pnpm@10 yarn@1 bun
		npm install --prefix /opt/yarn-4 --no-audit --no-fund --loglevel=error @yarnpkg/cli-dist@4
		mkdir -p ${home}/yarn-4
		printf '#!/bin/sh\nexec node /opt/yarn-4/node_modules/@yarnpkg/cli-dist/bin/yarn.js "$@"\n' >${home}/yarn-4/yarn
		chmod +x ${home}/yarn-4/yarn`);
	return createMachine(debian);
}

/** A machine of a person who, as with a version manager of Node.js, may install programs. */
export async function createMachine(debian: Debian): Promise<Machine> {
	await debian.run(`useradd --create-home dev
		mkdir -p ${home}/logs
		grep -qs localhost /etc/hosts || echo '127.0.0.1 localhost' >>/etc/hosts
		chown -R dev: ${home}`);
	return {
		async write(folder, files) {
			for (const [name, text] of Object.entries(files)) {
				const path = join(debian.folder, folder, name);
				mkdirSync(join(path, '..'), { recursive: true });
				writeFileSync(path, text);
			}
			await debian.run(`mkdir -p ${folder} && chown -R dev: ${folder}`);
		},
		install: (source) =>
			debian.run(
				`export HOME=${home} npm_config_prefix=${home}/global npm_config_cache=${home}/npm-cache
				cd; npm install --global --no-audit --no-fund --loglevel=error ${source}`,
				{ user: 'dev' },
			),
		run: (line, running) => runLine(debian, line, running),
		read: (path) => readFileSync(join(debian.folder, path), 'utf8'),
		remove: () => debian.remove(),
	};
}

async function runLine(
	debian: Debian,
	line: string,
	{ folder, home: ownHome, environment, terminal, until, follow }: Running,
): Promise<Outcome> {
	lines += 1;
	const log = `${home}/logs/${lines}.log`;
	writeFileSync(join(debian.folder, log), '');
	const script = `${home}/logs/${lines}.sh`;
	writeFileSync(join(debian.folder, script), `${line}\n`);
	const variables = Object.entries({
		HOME: ownHome,
		PATH: `${home}/global/bin:/usr/local/bin:/usr/bin:/bin`,
		npm_config_prefix: `${home}/global`,
		npm_config_cache: `${home}/npm-cache`,
		...environment,
	}).map(([name, value]) => `export ${name}='${value}'`);
	const command = terminal
		? `export TERM=xterm; ${answers} | script --quiet --return --command 'sh -e ${script}' /dev/null`
		: `sh -e ${script} </dev/null`;
	let ended: Outcome | undefined;
	const all = [...variables, `cd ${folder}`, `${command} >>${log} 2>&1`].join('\n');
	await debian.run(`chown dev: ${log} ${script}`);
	void debian.try(all, { user: 'dev' }).then((outcome) => (ended = outcome));
	const read = () => readFileSync(join(debian.folder, log), 'utf8');
	for (;;) {
		const output = read();
		if (until?.test(output)) return { code: 0, output };
		if (ended) return { code: ended.code, output: read() + ended.output };
		await follow(output);
		await pause(200);
	}
}
