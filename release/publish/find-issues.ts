import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { product, publishedPackages, unscopedName } from '@feedback/contract';

const root = join(import.meta.dirname, '../..');

type Facts = {
	/** URL of the repository. */
	repository: string;
	/** Names of the files in `.changeset`. */
	changesets: readonly string[];
	/** What `git status` lists. */
	uncommitted: string;
	/** Manifests of the published packages. */
	manifests: readonly { name: string; version: string; repository?: unknown }[];
	env: NodeJS.ProcessEnv;
};

/** Why this tree cannot be published, one sentence for each reason. */
export function findIssues({
	repository,
	changesets,
	uncommitted,
	manifests,
	env,
}: Facts): string[] {
	const open = changesets.filter((name) => name.endsWith('.md') && name !== 'README.md');
	const others = manifests.filter(({ version }) => version !== product.version);
	const unnamed = manifests.filter((manifest) => !manifest.repository);
	// npm takes the statement about a build from the service that built it.
	const isInCi = env['ACTIONS_ID_TOKEN_REQUEST_URL'] || env['SIGSTORE_ID_TOKEN'];
	return [
		...(open.length > 0
			? [`${open.length} changesets have no version yet: run "npx @changesets/cli version".`]
			: []),
		...(uncommitted ? ['There are changes that are not committed.'] : []),
		...others.map(
			({ name, version }) =>
				`${name} is ${version}, and product.version in contract/src/product.ts is ${product.version}.`,
		),
		...(repository
			? []
			: ['Provenance names the repository: set product.repository in contract/src/product.ts.']),
		...unnamed.map(({ name }) => `Provenance needs "repository" in the package.json of ${name}.`),
		...(isInCi
			? []
			: [
					'Provenance needs a workflow with the permission "id-token: write", on GitHub or GitLab.',
				]),
	];
}

/** The facts of this tree. */
export function readFacts(env: NodeJS.ProcessEnv): Facts {
	return {
		repository: product.repository,
		changesets: readdirSync(join(root, '.changeset')),
		uncommitted: execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }),
		manifests: publishedPackages.map((name) => {
			const path = join(root, unscopedName(name), 'package.json');
			return JSON.parse(readFileSync(path, 'utf8')) as Facts['manifests'][number];
		}),
		env,
	};
}
