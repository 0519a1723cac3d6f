import { commandFlags, globalFlags } from '../../../cli/src/help.ts';
import { listOptions } from '../../../cli/src/options.ts';
import { registry } from '../../../cli/src/registry.ts';
import { readServerCommands } from '../server-commands.ts';
import { readCommand } from '../../../server/deploy/command-line.ts';
import type { Programs } from './find-unknown-flags.ts';

/** Every command of the command line and of the server with its flags, and the deployment with its own. */
export async function readPrograms(): Promise<Programs> {
	const everywhere = globalFlags.flatMap(([term]) => flagsIn(term));
	const commands = await Promise.all(registry.map(({ load }) => load()));
	return new Map<string, { has(flag: string): boolean }>([
		...commands.map((command) => {
			const own = listOptions(command).flatMap(({ flag }) => flag ?? []);
			const more = commandFlags(command).flatMap(([term]) => flagsIn(term));
			return [command.name, new Set([...own, ...more, ...everywhere])] as const;
		}),
		['feedback', new Set([...everywhere, '--version'])] as const,
		...readServerCommands().map(({ name, flags }) => [name, flags] as const),
		['npm run deploy', { has: isDeployFlag }] as const,
	]);
}

function flagsIn(term: string): string[] {
	return term.match(/--[a-z-]+/g) ?? [];
}

// Ask the deployment itself which flags it accepts.
function isDeployFlag(flag: string): boolean {
	try {
		readCommand([flag], {});
	} catch (error) {
		return !(error as Error).message.startsWith('Unknown option');
	}
	return true;
}
