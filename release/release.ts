// `npm run release`: publishes the packages on npm, with provenance. `--dry-run` prints each step.
import { styleText } from 'node:util';

import { product } from '@feedback/contract';

import { findIssues, readFacts } from './publish/find-issues.ts';
import { listSteps } from './publish/list-steps.ts';

process.exitCode = main(process.argv.slice(2));

function main(argv: string[]): number {
	const unknown = argv.find((word) => word !== '--dry-run');
	if (unknown !== undefined) {
		console.error(`There is no option ${unknown}. Usage: npm run release [-- --dry-run]`);
		return 2;
	}
	const isDry = argv.includes('--dry-run');
	const issues = findIssues(readFacts(process.env));
	if (issues.length > 0 && !isDry) {
		console.error(`Nothing was published:\n${toList(issues)}`);
		return 1;
	}
	if (isDry) console.log('A dry run: nothing is published.\n');
	for (const [at, { title, shows, run }] of listSteps(product.version).entries()) {
		console.log(styleText('bold', `${at + 1}. ${title}`));
		for (const line of shows) console.log(styleText('dim', `   ${line}`));
		if (!isDry) run?.();
	}
	if (isDry && issues.length > 0) console.log(`\nBefore that:\n${toList(issues)}`);
	return 0;
}

function toList(lines: readonly string[]): string {
	return lines.map((line) => `- ${line}`).join('\n');
}
