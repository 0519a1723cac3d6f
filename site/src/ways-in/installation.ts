import { product } from '@feedback/contract';

type State = Pick<typeof product, 'sdkPackage' | 'cliPackage' | 'repository' | 'isPublished'>;

/** Describes how to install the packages, in one sentence for readers of plain text. */
export function describeInstallation(state: State = product): string {
	if (state.isPublished) {
		return `Install from npm: \`npm install ${state.sdkPackage}\`; the command is \`npx ${state.cliPackage}\`.`;
	}
	return `The packages are on no registry yet: build them from a checkout${from(state)}. Do not install packages of these names from a registry.`;
}

function from({ repository }: State): string {
	return repository ? ` of ${repository}` : ' of the repository that you were given';
}
