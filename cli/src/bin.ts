#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };

const { version } = manifest;

// Scripts and installers query the version: print it without loading anything else.
const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') {
	const json = argv.includes('--json');
	process.stdout.write(json ? `{"ok":true,"data":{"version":"${version}"}}\n` : `${version}\n`);
} else {
	// Shortens later starts; the oldest supported Node.js does not have it.
	const { default: module } = await import('node:module');
	module.enableCompileCache?.();
	const { main } = await import('./main.ts');
	await main(argv);
}
