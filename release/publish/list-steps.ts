import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { publishedPackages, tarballPath } from '@feedback/contract';

const root = join(import.meta.dirname, '../..');

export type Step = {
	title: string;
	/** Commands that run, or what a person does. */
	shows: string[];
	run?(): void;
};

/** The steps that publish a version of the packages, in order. Each may be repeated. */
export function listSteps(version: string): Step[] {
	return [
		{
			title: 'Build and pack the packages',
			shows: ['npm run build packages'],
			run: () => run(['npm', 'run', 'build', 'packages']),
		},
		...publishedPackages.map((name) => publish(name, version)),
		{
			title: 'Tag the commit',
			shows: [`git tag v${version}`, `git push origin v${version}`],
			run() {
				if (read(['git', 'tag', '--list', `v${version}`]) === '')
					run(['git', 'tag', `v${version}`]);
				run(['git', 'push', 'origin', `v${version}`]);
			},
		},
		{
			title: 'After the first release, name npm as the source of the packages everywhere',
			shows: [
				'contract/src/product.ts: isPublished: true',
				'npm run generate -w @feedback/site',
				'A person commits this.',
			],
		},
	];
}

function publish(name: string, version: string): Step {
	const file = `./release/dist/${tarballPath(name, version)}`;
	const command = ['npm', 'publish', file, '--access', 'public', '--tag', 'latest', '--provenance'];
	return {
		title: `Publish ${name} ${version}`,
		shows: [command.join(' '), 'A version that npm has already is left out.'],
		run() {
			if (isOnNpm(name, version)) console.log(`   ${name} ${version} is on npm already.`);
			else run(command);
		},
	};
}

function isOnNpm(name: string, version: string): boolean {
	try {
		return read(['npm', 'view', `${name}@${version}`, 'version']) === version;
	} catch {
		// Neither the package nor the version.
		return false;
	}
}

function run([program = '', ...args]: string[]): void {
	execFileSync(program, args, { cwd: root, stdio: 'inherit' });
}

function read([program = '', ...args]: string[]): string {
	const stdio = ['ignore', 'pipe', 'ignore'] as const;
	return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: [...stdio] }).trim();
}
