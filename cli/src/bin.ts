#!/usr/bin/env node
import manifest from '../package.json' with { type: 'json' };

const { version } = manifest;

// The version is asked for by scripts and installers: it loads nothing else.
const argv = process.argv.slice(2);
if (argv[0] === '--version' || argv[0] === '-V') {
	const json = argv.includes('--json');
	process.stdout.write(json ? `{"ok":true,"data":{"version":"${version}"}}\n` : `${version}\n`);
} else {
	// Newer than the oldest Node that the command runs on; it shortens every later start.
	const { default: module } = await import('node:module');
	module.enableCompileCache?.();
	const { main } = await import('./main.ts');
	await main(argv);
}
