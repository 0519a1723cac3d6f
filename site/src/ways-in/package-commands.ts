import {
	commandSource,
	installCommands,
	product,
	registryOf,
	tarballPath,
} from '@feedback/contract';

import { docsAddress } from '../address.ts';

const installs = new RegExp(`^(npm install|pnpm add|yarn add|bun add) ${product.sdkPackage}$`);
const runs = new RegExp(`\\b(npx|npm install --global) ${product.cliPackage}(?=\\s|$)`);

/**
 * Writes a line of a code block as it works for readers: while the packages are not on npm, they come from the instance
 * whose documentation this is.
 *
 * @example
 * writePackageCommand('npm install @feedback/sdk'); // ['npm config set … ', 'npm install @feedback/sdk']
 */
export function writePackageCommand(line: string, base = docsAddress()): string[] {
	if (installs.test(line)) return [...installCommands(base).slice(0, -1), line];
	return [
		line
			.replace(runs, `$1 ${commandSource(base)}`)
			.replace('{registry}', registryOf(base))
			.replace(
				'{sdk_tarball}',
				registryOf(base) + tarballPath(product.sdkPackage, product.version),
			),
	];
}

/** Rewrites the commands of code blocks for a shell or a workflow; a plugin of Expressive Code. */
export const packageCommands = {
	name: 'Commands that install our packages',
	hooks: {
		preprocessCode({ codeBlock }: { codeBlock: CodeBlock }) {
			if (!['sh', 'yaml'].includes(codeBlock.language)) return;
			const lines = codeBlock.getLines().map(({ text }) => text);
			// From the end, so that the earlier lines keep their places.
			for (const [at, line] of [...lines.entries()].toReversed()) {
				// Yarn 2 and later has its own setting.
				const isSet = lines.slice(0, at).some((earlier) => earlier.includes('npmRegistryServer'));
				const written = isSet ? [line] : writePackageCommand(line);
				if (written.length === 1 && written[0] === line) continue;
				codeBlock.deleteLines([at]);
				codeBlock.insertLines(at, written);
			}
		},
	},
};

/** What is used of Expressive Code's block. */
type CodeBlock = {
	language: string;
	getLines(): readonly { text: string }[];
	deleteLines(indices: number[]): void;
	insertLines(index: number, texts: string[]): void;
};
