// Loaded into the test processes: they read one module as the mutant is, and no file of the tree changes.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

import { mutantVariable, type LoadedMutant } from './loaded-mutant.ts';

const file = process.env[mutantVariable];
if (file !== undefined && existsSync(file)) {
	const { url, source } = JSON.parse(readFileSync(file, 'utf8')) as LoadedMutant;
	registerHooks({
		load: (asked, context, next) =>
			asked === url
				? { format: 'module-typescript', source, shortCircuit: true }
				: next(asked, context),
	});
}
