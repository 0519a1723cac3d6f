import { styleText } from 'node:util';

import { readConfig } from '../config/read-config.ts';
import { runChecks } from '../doctor/run-checks.ts';
import type { Check } from '../doctor/check.ts';

/** Checks each part and prints what to do; exits with 1 when a check failed. */
export async function doctor(file: string | undefined, options: { json?: true }): Promise<void> {
	const config = readConfig({ file, environment: process.env });
	const checks: Check[] = [];
	for await (const check of runChecks(config)) {
		checks.push(check);
		if (!options.json) console.log(describe(check));
	}
	const failures = checks.filter(({ ok }) => !ok).length;
	if (options.json) console.log(JSON.stringify({ ok: failures === 0, checks }, null, 2));
	else console.log(failures === 0 ? '\nEverything is in order.' : `\n${failures} to fix.`);
	process.exitCode = failures === 0 ? 0 : 1;
}

function describe({ name, ok, message, fix }: Check): string {
	const mark = ok ? styleText('green', 'ok    ') : styleText('red', 'failed');
	return `${mark}  ${name}: ${message}${fix === undefined ? '' : `\n        ${fix}`}`;
}
