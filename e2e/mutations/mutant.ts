/** A guard that is taken away. */
export type Mutant = {
	/** The same while the guard stays, wherever its lines move. */
	id: string;
	/** Path in the tree. */
	file: string;
	/** What replaces which characters of the file. */
	start: number;
	end: number;
	text: string;
	/** Of a condition: what it has to be at least once for any test to notice. */
	noticed?: 'true' | 'false';
};

/** A mutant before it has its number. */
export type Change = Omit<Mutant, 'id' | 'file'> & {
	/** Where: the function, policy or route. */
	inside: string;
	/** What is done, beginning with a verb. */
	what: string;
};

/** Numbers the changes of a file that would read the same. */
export function toMutants(file: string, changes: readonly Change[]): Mutant[] {
	const seen = new Map<string, number>();
	return changes.map(({ inside, what, ...change }) => {
		const name = `${file}: ${inside}: ${what}`;
		const times = (seen.get(name) ?? 0) + 1;
		seen.set(name, times);
		return { id: times > 1 ? `${name} (${times})` : name, file, ...change };
	});
}

/** The function, policy or route of a mutant. */
export function insideOf({ id, file }: Pick<Mutant, 'id' | 'file'>): string {
	return id.slice(`${file}: `.length).split(': ', 1)[0]!;
}

/** The file with the mutant. */
export function apply(
	source: string,
	{ start, end, text }: Pick<Mutant, 'start' | 'end' | 'text'>,
): string {
	return source.slice(0, start) + text + source.slice(end);
}

/** Code on one line, shortened. */
export function excerpt(code: string): string {
	const line = code.replaceAll(/\s+/g, ' ').trim();
	return line.length > 110 ? `${line.slice(0, 109)}…` : line;
}
