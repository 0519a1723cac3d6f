import { installCommands, product, publishedPackages, registryOf } from '@feedback/contract';

import { docsAddress } from '../address.ts';

type State = Pick<typeof product, 'isPublished'>;

/** Describes where the packages come from and how to install them, for readers of plain text. */
export function describeInstallation(state: State = product, base = docsAddress()): string {
	const commands = installCommands(base, state).map((command) => `\`${command}\``);
	const install = `Install the SDK in an app with ${commands.join(', then ')}.`;
	if (state.isPublished) return install;
	const names = publishedPackages.map((name) => `\`${name}\``).join(' and ');
	return `${install} \`${registryOf(base, state)}\` is the registry of ${names}; npm's own registry does not have them.`;
}
