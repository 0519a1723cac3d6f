import type { Command, CommandGroup } from './commands.ts';
import { scoreMatch } from './score-match.ts';

/** The limit per group keeps typing fast on large sites, because each key press may render all results again. */
const most = { all: 20, found: 8 };

/**
 * The commands that match a search, with groups and commands sorted by score. Without a search, the order is unchanged.
 */
export function findCommands(groups: CommandGroup[], query: string): CommandGroup[] {
	const sought = query.trim().toLowerCase();
	const scoreOf = ({ name, note, isHidden }: Command, group: string) =>
		sought === '' ? (isHidden ? 0 : 1) : scoreMatch(name, sought, note ? [note, group] : [group]);
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
