import { execFileSync } from 'node:child_process';

import { root } from '../../server/layout/tree.ts';

// What a run writes is not what it measures.
const measured = ['.', ':!e2e/prove/results', ':!e2e/bench/RESULTS.md'];

const git = (...args: string[]) =>
	execFileSync('git', args, {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	}).trim();

/** The present commit, and whether files differ from it. */
export function readCommit(): string {
	const isChanged = git('status', '--porcelain', '--', ...measured) !== '';
	return git('rev-parse', 'HEAD') + (isChanged ? ' with changes' : '');
}

/** Whether a result of this commit is one of the present files. */
export function isOfCommit(commit: string): boolean {
	if (commit.includes(' ')) return false;
	try {
		return git('diff', '--name-only', '--no-renames', commit, '--', ...measured) === '';
	} catch {
		// A commit that this checkout does not have.
		return false;
	}
}
