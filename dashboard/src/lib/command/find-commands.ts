import type { Command, CommandGroup } from './commands.ts';

/** Scores how well a name or one of its keywords matches a search, from 0 to 1. */
type Score = (name: string, sought: string, beside: string[]) => number;

/** Per group, so that typing stays fast on large sites: each key may draw all of them again. */
const most = { all: 20, found: 8 };

/**
 * The commands that match a search, with groups and commands sorted by score; in their own order without a search.
 */
export function findCommands(groups: CommandGroup[], query: string, score: Score): CommandGroup[] {
	const sought = query.trim();
	const scoreOf = ({ name, note, isHidden }: Command, group: string) =>
		sought === '' ? (isHidden ? 0 : 1) : score(name, sought, [...(note ? [note] : []), group]);
	return groups
		.map(({ name, commands }) => {
			const lines = commands
				.map((line) => ({ line, fit: scoreOf(line, name) }))
				.filter(({ fit }) => fit > 0)
				.toSorted((one, other) => other.fit - one.fit)
				.slice(0, sought === '' ? most.all : most.found);
			const best = lines[0]?.fit ?? 0;
			return { name, best, commands: lines.map(({ line }) => line) };
		})
		.filter(({ commands }) => commands.length > 0)
		.toSorted((one, other) => other.best - one.best);
}
