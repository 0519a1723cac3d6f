#!/usr/bin/env node
import { existsSync } from 'node:fs';

// Committed, so that npm links the command at the install, before anything is built. In a clone of the repository it
// runs from its sources; a published package has only the build.
const source = new URL('../src/bin.ts', import.meta.url);
if (!existsSync(source)) {
	await import('../dist/feedback.js');
} else if (process.features.typescript) {
	await import(source.href);
} else {
	process.stderr.write(
		`In a clone, feedback needs Node.js 22.18 or later; this is ${process.version}.\n`,
	);
	process.exitCode = 1;
}
