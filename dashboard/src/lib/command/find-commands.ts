import type { Command, CommandGroup } from './commands.ts';

/** How well a name, or one of the words beside it, fits what is searched for, from 0 to 1. */
type Score = (name: string, sought: string, beside: string[]) => number;

/** Of a group, so that a key press stays quick whatever a site holds. */
const most = 20;

/** The lines that fit what is searched for: groups and lines by how well they do; as they come while nothing is. */
export function findCommands(groups: CommandGroup[], query: string, score: Score): CommandGroup[] {
	const sought = query.trim();
	const scoreOf = ({ name, note }: Command, group: string) =>
		sought === '' ? 1 : score(name, sought, [...(note ? [note] : []), group]);
	return groups
		.map(({ name, commands }) => {
			const lines = commands
				.map((line) => ({ line, fit: scoreOf(line, name) }))
				.filter(({ fit }) => fit > 0)
				.toSorted((one, other) => other.fit - one.fit)
				.slice(0, most);
			const best = lines[0]?.fit ?? 0;
			return { name, best, commands: lines.map(({ line }) => line) };
		})
		.filter(({ commands }) => commands.length > 0)
		.toSorted((one, other) => other.best - one.best);
}
