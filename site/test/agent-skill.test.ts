import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { promptSchema } from '@feedback/contract';
import { writeAgentSkill } from '@feedback/contract/agent-skill';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';

import { writeSkillModule } from '../agent-skill/skill-files.ts';

const folder = inject('builtSite');
const manifest = JSON.parse(readFileSync(join(folder, '_server/manifest.json'), 'utf8')) as {
	base: string;
};
const files = writeAgentSkill(manifest.base);
const references = Object.keys(files).filter((path) => path.startsWith('references/'));

/** The text without links, which differ between the skill and the site. */
const withoutLinks = (markdown: string) =>
	markdown.replace(/\[([^\]]+)\]\([^)\s]+\)/g, '$1').replace(/ \(docs: [^)]+\)/g, '');

describe('the agent skill', () => {
	it('matches the documentation; if not: npm run generate -w @feedback/site', () => {
		const kept = new URL('../../contract/src/generated/agent-skill.ts', import.meta.url);
		expect(readFileSync(kept, 'utf8')).toBe(writeSkillModule(folder));
	});

	it.each(references)('matches the Markdown form of the page: %s', async (path) => {
		const title = /^# .*$/m.exec(files[path]!)![0];
		const page = /^references\/(\w+?)-(.*)\.md$/.exec(path)!.slice(1).join('/');
		const twin = await readFile(join(folder, page, 'index.md'), 'utf8');
		const content = twin.replace(/^---[\s\S]*?^> Index of all pages.*\n\n/m, `${title}\n\n`);
		expect(withoutLinks(files[path]!)).toBe(withoutLinks(content));
	});

	it('has a value for every expression', () => {
		for (const [path, text] of Object.entries(files)) {
			const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '');
			expect(prose, path).not.toMatch(/\{\w+(\.\w+)+[^}]*\}/);
		}
	});

	it('follows the specification of agent skills', () => {
		const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(files['SKILL.md']!) ?? [];
		const { name, description, metadata, ...rest } = parse(front) as Record<string, unknown>;
		expect(name).toBe('feedback');
		expect(String(description).length).toBeLessThanOrEqual(1024);
		expect(Object.keys(rest)).toEqual(['license']);
		expect(Object.values(metadata as object).every((value) => typeof value === 'string')).toBe(
			true,
		);
		expect(files['SKILL.md']!.split('\n').length).toBeLessThan(500);
	});

	it('shows a prompt file that is valid, with the survey ID that its commands publish', () => {
		const [, file = ''] = /```yaml title="prompt.yaml"\n([^]*?)```/.exec(files['SKILL.md']!) ?? [];
		const prompt = promptSchema.parse(parse(file));
		expect(files['SKILL.md']).toContain(` prompt publish ${prompt.survey_id} --revision 1`);
	});

	it('links only to its own files, and to headings in them', () => {
		for (const [path, text] of Object.entries(files)) {
			for (const [, target] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
				const [file = '', anchor] = target!.split('#');
				const found = new URL(file, `file:///${path}`).pathname.slice(1);
				expect(Object.keys(files), `${path} links to ${target}`).toContain(found);
				if (anchor) expect(slugsOf(files[found]!), `${path}: ${target}`).toContain(anchor);
			}
		}
	});

	it('contains no components or placeholders', () => {
		for (const text of Object.values(files)) {
			const prose = text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
			expect(prose).not.toMatch(/<[A-Z]|\{\{|^:::|^import /m);
		}
	});
});

function slugsOf(markdown: string): string[] {
	return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replace(/[^\w\s-]/g, '')
			.replace(/\s/g, '-'),
	);
}
