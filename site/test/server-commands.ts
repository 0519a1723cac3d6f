import { createProgram } from '../../server/command/program.ts';

type Command = ReturnType<typeof createProgram>;

/** A command of `feedback-server`. */
export type ServerCommand = {
	/** Includes the program, such as `feedback-server backup mark`. */
	name: string;
	/** Its own flags and those that every command has. */
	flags: ReadonlySet<string>;
};

/** `feedback-server` and all its commands. */
export function readServerCommands(): ServerCommand[] {
	const program = createProgram();
	const everywhere = listFlags(program);
	return listCommands(program).map(([name, command]) => ({
		name,
		flags: new Set([...everywhere, ...listFlags(command)]),
	}));
}

/**
 * Parses a line as `feedback-server` does, without running anything. Throws when a command, flag or argument is wrong.
 */
export function parseServerLine(line: string): void {
	const program = createProgram().configureOutput({ writeErr: () => undefined });
	for (const [, command] of listCommands(program)) {
		command.configureOutput({ writeErr: () => undefined });
		// The program itself has no action: without a command, it prints its help.
		if (command !== program) command.action(() => undefined);
	}
	program.parse(line.trim().split(/\s+/).slice(1), { from: 'user' });
}

function listCommands(command: Command, above = ''): [string, Command][] {
	const name = `${above}${command.name()}`;
	return [
		[name, command],
		...command.commands.flatMap((child) => listCommands(child as Command, `${name} `)),
	];
}

function listFlags(command: Command): string[] {
	const options = command.createHelp().visibleOptions(command);
	return options.flatMap(({ long }) => long ?? []);
}
