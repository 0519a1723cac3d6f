// `npm run deploy`: the service onto a hosted Supabase project. With `--dry-run` it only says what it would do.
import { parseArgs } from 'node:util';

import color from 'picocolors';

import { type Deployment, listSteps } from './steps.ts';
import { findUploadFaults } from './uploads.ts';
import { root } from '../layout/tree.ts';

const usage = `npm run deploy -- --project <ref> --dashboard <url> [--docs <url>] [--dry-run] [--rotate-passwords]

  --project           Reference of the Supabase project: 20 letters, part of its address.
  --dashboard         Address under which you publish the dashboard.
  --docs              Address of the documentation, which the MCP server searches; without it, it offers none.
  --dry-run           Prints each step and changes nothing.
  --rotate-passwords  Gives the two database logins new passwords.

It signs in with SUPABASE_ACCESS_TOKEN, or as the person of \`npx supabase login\`. The database password of the
project is read from SUPABASE_DB_PASSWORD when the Supabase CLI asks for it.`;

/** What the command line asks for; a string is what is wrong with it. */
export function readDeployment(args: readonly string[]): Deployment | string {
	let values: Record<string, string | boolean | undefined>;
	try {
		({ values } = parseArgs({
			args: [...args],
			options: {
				project: { type: 'string' },
				dashboard: { type: 'string' },
				docs: { type: 'string' },
				'dry-run': { type: 'boolean' },
				'rotate-passwords': { type: 'boolean' },
			},
		}));
	} catch (error) {
		return (error as Error).message;
	}
	const dryRun = values['dry-run'] === true;
	const project = values['project'] ?? (dryRun ? 'abcdefghijklmnopqrst' : undefined);
	const dashboard = values['dashboard'] ?? (dryRun ? 'https://feedback.example.com' : undefined);
	if (typeof project !== 'string') return 'Say which project: --project <ref>.';
	if (!/^[a-z]{20}$/.test(project))
		return `${project} is no project reference: 20 lower-case letters.`;
	if (typeof dashboard !== 'string') return 'Say where the dashboard will be: --dashboard <url>.';
	const url = URL.parse(dashboard);
	if (url?.protocol !== 'https:') return `${dashboard} is no https address.`;
	const docs = values['docs'] as string | undefined;
	if (docs !== undefined && URL.parse(docs)?.protocol !== 'https:') {
		return `${docs} is no https address.`;
	}
	return {
		project,
		dashboardUrl: url.origin,
		...(docs !== undefined && { docsUrl: docs.replace(/\/+$/, '') }),
		dryRun,
		rotatePasswords: values['rotate-passwords'] === true,
	};
}

async function main(): Promise<number> {
	const deployment = readDeployment(process.argv.slice(2));
	if (typeof deployment === 'string') {
		console.error(`${deployment}\n\n${usage}`);
		return 2;
	}
	const faults = findUploadFaults(root);
	if (faults.length > 0) {
		console.error(`The functions cannot be deployed as they are:\n${faults.join('\n')}`);
		return 1;
	}
	if (deployment.dryRun) console.log('A dry run: nothing is changed.\n');
	for (const [i, step] of listSteps(deployment).entries()) {
		console.log(color.bold(`${i + 1}. ${step.title}`));
		for (const line of step.shows) console.log(color.dim(`   ${line}`));
		if (!deployment.dryRun) await step.run();
	}
	console.log(deployment.dryRun ? '\nNothing was changed.' : '\nDeployed.');
	return 0;
}

if (import.meta.main) {
	try {
		process.exitCode = await main();
	} catch (error) {
		console.error(`\n${(error as Error).message}`);
		process.exitCode = 1;
	}
}
