// `npm run deploy`: deploys the service to a Supabase project, hosted or not. `--check` examines the
// deployment.
import color from 'picocolors';

import { root } from '../layout/tree.ts';
import { type Outcome, runChecks } from './check/check.ts';
import { type CheckTarget, listChecks } from './check/list-checks.ts';
import { type Command, readCommand, usage } from './command-line.ts';
import { listSelfHostedSteps } from './self-hosted/steps.ts';
import type { Step } from './step.ts';
import { listSteps } from './steps.ts';
import { findUploadIssues } from './uploads.ts';

async function main(): Promise<number> {
	let command: Command;
	try {
		command = readCommand(process.argv.slice(2));
	} catch (error) {
		console.error(`${(error as Error).message}\n\n${usage}`);
		return 2;
	}
	if (command.kind === 'check') return check(command.target);
	const issues = findUploadIssues(root);
	if (issues.length > 0) {
		console.error(`The functions cannot be deployed as they are:\n${issues.join('\n')}`);
		return 1;
	}
	const steps =
		command.kind === 'hosted'
			? listSteps(command.deployment)
			: listSelfHostedSteps(command.deployment);
	await deploy(steps, command.deployment.dryRun);
	return 0;
}

async function deploy(steps: readonly Step[], dryRun: boolean): Promise<void> {
	if (dryRun) console.log('A dry run: nothing is changed.\n');
	for (const [i, step] of steps.entries()) {
		console.log(color.bold(`${i + 1}. ${step.title}`));
		for (const line of step.shows) console.log(color.dim(`   ${line}`));
		if (!dryRun) await step.run();
	}
	console.log(dryRun ? '\nNothing was changed.' : '\nDeployed.');
}

const marks: Record<Outcome['state'], string> = {
	ok: color.green('ok'),
	failed: color.red('failed'),
	'not checked': color.yellow('not checked'),
};

/** Prints a line for each check; 1 if any has failed. */
async function check(target: CheckTarget): Promise<number> {
	let failed = 0;
	let left = 0;
	for await (const { title, state, detail } of runChecks(listChecks(target))) {
		console.log(`${marks[state]}: ${title}${detail ? ` – ${detail}` : ''}`);
		if (state === 'failed') failed++;
		if (state === 'not checked') left++;
	}
	console.log(`\n${failed} failed, ${left} not checked.`);
	return failed > 0 ? 1 : 0;
}

if (import.meta.main) {
	try {
		process.exitCode = await main();
	} catch (error) {
		console.error(`\n${(error as Error).message}`);
		process.exitCode = 1;
	}
}
