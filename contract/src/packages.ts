import { product } from './product.ts';

// Where the published packages come from: every instance serves those that match it, until they are on npm.

/** Path of an instance's registry, below the address of its documentation and of its dashboard. */
export const registryPath = '/npm/';

const publicRegistry = 'https://registry.npmjs.org/';

/** The packages that apps and people install. */
export const publishedPackages = [product.sdkPackage, product.cliPackage] as const;
export type PublishedPackage = (typeof publishedPackages)[number];

/** The scope of the packages, with its `@`. */
export const packageScope = product.sdkPackage.slice(0, product.sdkPackage.indexOf('/'));

type State = { isPublished: boolean };

/** The registry of an instance at this address, or npm's once the packages are published. */
export function registryOf(base: string, { isPublished }: State = product): string {
	return isPublished ? publicRegistry : `${base.replace(/\/+$/, '')}${registryPath}`;
}

/** A package's name without its scope; in this repository also the name of its folder. */
export function unscopedName(name: string): string {
	return name.slice(name.indexOf('/') + 1);
}

/** Path of a version's tarball, relative to its registry. */
export function tarballPath(name: string, version: string): string {
	return `${name}/-/${unscopedName(name)}-${version}.tgz`;
}

/** The line of `.npmrc` that makes npm, pnpm, Yarn 1 and Bun take the scope from a registry. */
export function registryLine(registry: string): string {
	return `${packageScope}:registry=${registry}`;
}

/**
 * What `npx` runs without anything installed.
 *
 * @example
 * commandSource('https://docs.example.com'); // 'https://docs.example.com/npm/@feedback/cli/-/cli-0.4.0.tgz'
 */
export function commandSource(base: string, state: State & { version: string } = product): string {
	if (state.isPublished) return product.cliPackage;
	return registryOf(base, state) + tarballPath(product.cliPackage, state.version);
}

/** Commands, one per line, that install the SDK in a project with npm. */
export function installCommands(base: string, state: State = product): string[] {
	const install = `npm install ${product.sdkPackage}`;
	if (state.isPublished) return [install];
	const registry = registryOf(base, state);
	return [`npm config set --location=project ${packageScope}:registry ${registry}`, install];
}
