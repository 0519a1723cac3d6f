import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { convertPage } from './convert-page.ts';
import { listSkillFiles, writeSkillModule } from './skill-files.ts';

const files = listSkillFiles();

describe('the agent skill', () => {
	it('is what the documentation says; if not: npm run generate -w contract', () => {
		const kept = new URL('../../src/generated/agent-skill.ts', import.meta.url);
		expect(readFileSync(kept, 'utf8')).toBe(writeSkillModule());
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

	it('links only to files that it has, and to headings that they have', () => {
		for (const [path, text] of Object.entries(files)) {
			for (const [, target] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
				const [file = '', anchor] = target!.split('#');
				const found = new URL(file, `file:///${path}`).pathname.slice(1);
				expect(Object.keys(files), `${path} links to ${target}`).toContain(found);
				if (anchor) expect(slugsOf(files[found]!), `${path}: ${target}`).toContain(anchor);
			}
		}
	});

	it('leaves nothing of components or of placeholders', () => {
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

describe('a page that the skill cannot show', () => {
	it('is refused', () => {
		const page = '---\ntitle: A\ndescription: B\n---\n<Unknown />\n';
		expect(() => convertPage(page, 'a', { referenceOf: () => undefined })).toThrow('<Unknown');
	});
});
