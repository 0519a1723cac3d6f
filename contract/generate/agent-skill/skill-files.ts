import { readFileSync } from 'node:fs';

import { product } from '../../src/product.ts';
import { convertPage } from './convert-page.ts';

/** Pages of the documentation that an agent needs while it writes code. */
const pages = [
	'install/package',
	'install/nextjs',
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

const content = new URL('../../../content/', import.meta.url);

/** The files of the agent skill by their paths, made from its source and from the documentation. */
export function listSkillFiles(): Record<string, string> {
	const references = pages.map((path) => {
		const mdx = readFileSync(new URL(`${path}.mdx`, content), 'utf8');
		const page = convertPage(mdx, path, {
			referenceOf: (other) => (pages.includes(other) ? nameOf(other) : undefined),
		});
		return { name: nameOf(path), ...page };
	});
	const list = references.map(
		({ name, title, description }) => `- [${title}](references/${name}): ${description}`,
	);
	const values: Record<string, string> = {
		version: product.version,
		cli: product.cliPackage,
		sdk: product.sdkPackage,
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

/** The module that carries the skill to the command and to the MCP server. */
export function writeSkillModule(): string {
	const lines = Object.entries(listSkillFiles()).map(
		([path, text]) => `\t${JSON.stringify(path)}: ${JSON.stringify(text)},`,
	);
	return [
		'// Made by `npm run generate -w contract` from contract/generate/agent-skill and content/.',
		'',
		'/** The files of the agent skill, by their paths within its folder. */',
		'export const agentSkill: Record<string, string> = {',
		...lines,
		'};',
		'',
	].join('\n');
}
