import { join, relative } from 'node:path';

import { packageScope, registryLine } from '@feedback/contract';
import { isMap, isSeq, parseDocument } from 'yaml';

import { type App, openApp, readSource } from './app.ts';
import type { FileChange } from './framework.ts';
import type { PackageManager } from './package-manager.ts';
import { findEol } from './source-text.ts';
import { Unplanned } from './unplanned.ts';
import { readIfThere } from './write-changes.ts';

// The setting that makes a package manager take our scope from another registry, in the file that it reads.

const scope = packageScope.slice(1);

/**
 * Plans the setting of the registry. Returns `undefined` if the project has one for the scope, which it keeps.
 */
export function planRegistry(
	app: App,
	{ name, isBerry, settingsFolder }: PackageManager,
	registry: string,
): FileChange | undefined {
	const isYaml = name === 'yarn' && isBerry;
	const file = isYaml ? '.yarnrc.yml' : '.npmrc';
	const path = relative(app.root, join(settingsFolder, file)).replaceAll('\\', '/');
	const before = readIfThere(join(settingsFolder, file))
		? readSource(openApp(settingsFolder), file)
		: '';
	const text = isYaml ? addToYarn(before, registry) : addToNpm(before, registry);
	return text === undefined ? undefined : { path, text };
}

function addToNpm(text: string, registry: string): string | undefined {
	const isSet = text.split(/\r?\n/).some((line) => {
		const [key = '', value] = line.split('=', 2);
		return key.trim() === `${packageScope}:registry` && value !== undefined;
	});
	if (isSet) return undefined;
	const eol = findEol(text);
	const start = text === '' || text.endsWith('\n') ? text : text + eol;
	return `${start}${registryLine(registry)}${eol}`;
}

function addToYarn(text: string, registry: string): string | undefined {
	const document = parseDocument(text);
	if (document.errors.length > 0) throw new Unplanned('.yarnrc.yml cannot be read.');
	if (document.hasIn(['npmScopes', scope, 'npmRegistryServer'])) return undefined;
	if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
	document.setIn(['npmScopes', scope, 'npmRegistryServer'], registry.replace(/\/$/, ''));
	const add = (key: string, value: string) => {
		const list = document.get(key);
		if (!isSeq(list)) document.set(key, [value]);
		else if (!list.items.some((item) => String(item) === value)) list.add(value);
	};
	// Yarn refuses versions of the last day, which those of a service that was just upgraded are.
	add('npmPreapprovedPackages', `${packageScope}/*`);
	const { protocol, hostname } = new URL(registry);
	if (protocol === 'http:') add('unsafeHttpWhitelist', hostname);
	return document.toString({ lineWidth: 0 });
}
