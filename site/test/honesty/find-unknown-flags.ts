import { listCode, withoutFences } from './pages.ts';

/** Programs and their flags: `prompt publish` of the command, `feedback-server start`, or `npm run deploy`. */
export type Programs = ReadonlyMap<string, { has(flag: string): boolean }>;

/**
 * Finds flags that do not exist in their command. A flag belongs to the command in the same code, otherwise to the
 * commands named in the paragraph, the heading or a shell block of the section, otherwise to any command.
 */
export function findUnknownFlags(markdown: string, programs: Programs): string[] {
	return splitSections(markdown).flatMap((section) => {
		const ofSection = findPrograms(listShellLines(section).join('\n'), programs);
		const heading = findPrograms(/^#.*/.exec(section)?.[0] ?? '', programs);
		return splitParagraphs(section).flatMap((paragraph) => {
			const named = [...heading, ...ofSection, ...findPrograms(paragraph, programs)];
			const near = named.filter((name) => name !== tool);
			return listWritten(paragraph).flatMap((code) => {
				const own = findPrograms(`\`${code}\``, programs);
				const owners = [own, near, [...programs.keys()]].find((names) => names.length > 0)!;
				return listFlags(code)
					.filter((flag) => !owners.some((owner) => programs.get(owner)!.has(flag)))
					.map((flag) => `${flag} is no flag of ${[...new Set(owners)].join(', ')}`);
			});
		});
	});
}

/** The command itself, without a subcommand: `feedback --version`. */
const tool = 'feedback';
/** Pages about the server write its commands in full. */
const server = 'feedback-server';

function splitSections(markdown: string): string[] {
	// In a block, "#" starts a comment; `blank` has empty lines of the same length there.
	const blank = withoutFences(markdown);
	const starts = [...blank.matchAll(/^#{1,4} /gm)].map(({ index }) => index);
	return [0, ...starts].map((start, at) => markdown.slice(start, starts[at]));
}

function splitParagraphs(section: string): string[] {
	return section.split(/\n\n+|(?<=\|)\n/);
}

function listShellLines(text: string): string[] {
	return text.split('\n').filter((line) => /^\s*(- run: )?(feedback|npm run deploy)\b/.test(line));
}

/** Lists code in sentences and lines of shell blocks that may contain our flags. */
function listWritten(paragraph: string): string[] {
	if (/^([ \t]*)```/m.test(paragraph)) {
		return listShellLines(paragraph);
	}
	return listCode(paragraph).map(({ code }) => code);
}

function listFlags(code: string): string[] {
	// Arguments of npm and others, before "--" or of one of their programs, are not our flags.
	if (/^(npm|npx|pnpm|yarn|bun|curl|node|docker) /.test(code) && !code.startsWith('npm run deploy'))
		return [];
	// Custom properties of CSS look the same.
	return [...code.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)]
		.map(([flag]) => flag)
		.filter((flag) => !flag.startsWith('--feedback-'));
}

/** Programs that a text names in code or in a heading; if several names fit, the longest. */
function findPrograms(text: string, programs: Programs): string[] {
	const names = [...programs.keys()].sort((a, b) => b.length - a.length);
	const candidates = [
		...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!),
		...listCode(text).map(({ code }) => code),
		...listShellLines(text),
	];
	return candidates.flatMap((candidate) => {
		const words = candidate
			.trim()
			.replace(/^- run: /, '')
			.replace(/^feedback /, '');
		const name = names.find((known) => `${words} `.startsWith(`${known} `));
		if (name !== undefined) return [name];
		if (/^feedback [<-]/.test(candidate.trim())) return [tool];
		// A table may call `prompt publish` just `publish`.
		return names.filter((known) => !known.startsWith(server) && known.endsWith(` ${words}`));
	});
}
