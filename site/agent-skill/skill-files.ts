import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { commandSource, limits, product } from '@feedback/contract';
import { instancePlaceholder } from '@feedback/contract/agent-skill';

import { readPage } from '../src/markdown/page.ts';
import { type Manifest, serverFiles } from '../src/server/manifest.ts';
import { writeReference } from './reference.ts';

/** Pages of the documentation that an agent needs while it writes code. */
const pages = [
	'install/package',
	'install/nextjs',
	'install/nuxt',
	'install/astro',
	'install/angular',
	'install/script-tag',
	'sdk/methods',
	'sdk/options',
	'sdk/notifications',
	'sdk/errors',
	'events/naming',
	'events/properties',
	'events/proofs',
	'visitors/identify',
	'visitors/reset',
	'visitors/traits',
	'prompts/why-not',
	'agents/command-line',
];

/** The agent skill's files, keyed by path; generated from its source and the built documentation. */
export function listSkillFiles(builtSite: string): Record<string, string> {
	const references = pages.map((path) => {
		const page = readPage(`/${path}/`, readFileSync(join(builtSite, path, 'index.html'), 'utf8'));
		if (!page) throw new Error(`${path} has no Markdown form.`);
		const markdown = writeReference(page, (other) =>
			pages.includes(other) ? nameOf(other) : undefined,
		);
		return { name: nameOf(path), title: page.title, description: page.description, markdown };
	});
	const list = references.map(
		({ name, title, description }) => `- [${title}](references/${name}): ${description}`,
	);
	const values: Record<string, string> = {
		version: product.version,
		package: product.cliPackage,
		cli: commandSource(instancePlaceholder),
		sdk: product.sdkPackage,
		eventName: String(limits.event.name),
		references: list.join('\n'),
	};
	const source = readFileSync(new URL('SKILL.md', import.meta.url), 'utf8');
	return {
		'SKILL.md': source.replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key]!),
		...Object.fromEntries(references.map(({ name, markdown }) => [`references/${name}`, markdown])),
	};
}

function nameOf(path: string): string {
	return `${path.replaceAll('/', '-')}.md`;
}

/** The module from which the command and the MCP server read the skill. */
export function writeSkillModule(builtSite: string): string {
	const manifest = readFileSync(join(builtSite, serverFiles.manifest), 'utf8');
	const { base } = JSON.parse(manifest) as Manifest;
	const lines = Object.entries(listSkillFiles(builtSite)).map(([path, text]) => {
		const anywhere = text.replaceAll(`${base}/`, `${instancePlaceholder}/`);
		return `\t${JSON.stringify(path)}: ${JSON.stringify(anywhere)},`;
	});
	return [
		'// Made by `npm run generate -w @feedback/site` from site/agent-skill and content/.',
		'',
		'/** The files of the agent skill, by their paths within its folder. */',
		'export const agentSkill: Record<string, string> = {',
		...lines,
		'};',
		'',
	].join('\n');
}
