import { Command as CommanderCommand, CommanderError } from 'commander';

import type { Command } from './command.ts';
import { commandFlags, globalFlags, helpForCommand, helpForGroup } from './help.ts';
import { listOptions } from './options.ts';
import type { Paint } from './output/paint.ts';
import { registry } from './registry.ts';
import type { Entry } from './registry.ts';

/** The parsed command line. */
export type ParsedCommandLine = {
	command: Command;
	/** Values by the keys of the command's options. */
	values: Record<string, unknown>;
	/** Global flags, and flags that several commands share. */
	flags: Flags;
};

export type Flags = {
	json?: true;
	fields?: string;
	apiUrl?: string;
	tokenFile?: string;
	input: boolean;
	color: boolean;
	workspace?: string;
	site?: string;
	dryRun?: true;
	wait?: string | true;
};

type Outcome = { parsed: ParsedCommandLine } | { help: string };

/** Parses the command line; throws commander's errors. */
export async function readCommandLine(argv: string[], paint: Paint): Promise<Outcome> {
	let outcome: Outcome | undefined;
	let printed = '';
	const collect = (text: string) => {
		printed += text;
	};
	const program = new CommanderCommand('feedback')
		.exitOverride()
		.allowExcessArguments(false)
		.configureOutput({ writeOut: collect, writeErr: collect })
		.configureHelp({ formatHelp: (group) => helpForGroup(group, paint) })
		.helpCommand(false);
	for (const [term, text] of globalFlags) {
		if (!term.startsWith('-h')) program.option(term, text);
	}
	const groups = new Map<string, CommanderCommand>();
	for (const entry of registry) {
		const [noun, verb] = entry.name.split(' ') as [string, string | undefined];
		let parent = program;
		if (verb) {
			parent = groups.get(noun) ?? program.command(noun).helpCommand(false);
			groups.set(noun, parent);
		}
		addLeaf(parent, verb ?? noun, entry, paint, (found) => {
			outcome = found;
		});
	}
	try {
		await program.parseAsync(argv, { from: 'user' });
	} catch (error) {
		const isHelp = error instanceof CommanderError && helpCodes.has(error.code);
		if (!isHelp) throw error;
		return { help: printed };
	}
	return outcome!;
}

const helpCodes = new Set(['commander.help', 'commander.helpDisplayed']);

// Loads a command's module just before its options are parsed, so that no other module is loaded.
function addLeaf(
	parent: CommanderCommand,
	word: string,
	entry: Entry,
	paint: Paint,
	found: (outcome: Outcome) => void,
): void {
	const leaf = parent.command(word).summary(entry.summary);
	let command: Command | undefined;
	parent.hook('preSubcommand', async (_, subcommand) => {
		if (subcommand !== leaf || command) return;
		command = await entry.load();
		addOptions(leaf, command);
		const loaded = command;
		leaf.configureHelp({ formatHelp: () => helpForCommand(loaded, paint) });
	});
	leaf.action(() => {
		const all: Record<string, unknown> = leaf.optsWithGlobals();
		const values: Record<string, unknown> = {};
		listOptions(command!).forEach(({ key, flag }, index) => {
			values[key] = flag ? leaf.getOptionValue(toName(flag)) : leaf.args[index];
		});
		found({ parsed: { command: command!, values, flags: all as Flags } });
	});
}

function addOptions(leaf: CommanderCommand, command: Command): void {
	for (const { flag, placeholder, description } of listOptions(command)) {
		if (flag) leaf.option([flag, placeholder].filter(Boolean).join(' '), description);
		else leaf.argument(placeholder!.replace(/^<(.*)>$/, '[$1]'), description);
	}
	for (const [term, text] of commandFlags(command)) {
		leaf.option(term.replace('[=<seconds>]', ' [seconds]'), text);
	}
}

function toName(flag: string): string {
	return flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
