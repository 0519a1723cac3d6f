import { existsSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';

import { product, registryOf, tarballPath } from '@feedback/contract';

import { Failure } from '../failure.ts';
import { listInstances } from '../settings/list-instances.ts';
import type { Settings } from '../settings/settings.ts';
import { type FetchedVersion, fetchPackument, fetchTarball } from './fetch-package.ts';

/** Where the SDK comes from. */
export type PackageSource = {
	/** What the package manager adds. */
	spec: string;
	/** The registry of the scope, to be set in the project; none for a given file or address. */
	registry: string | undefined;
	/** Address below which the service serves its packages, without a slash at the end. */
	instance: string;
	/** What installs the package in one command, without any setting. */
	whole: string;
};

type Asked = {
	/** File or address of the SDK that the person gave. */
	sdk: string | undefined;
	cwd: string;
};

/** The source of the package as far as it is known without a request. */
export function expectPackage(asked: Asked, settings: Settings): PackageSource {
	return describe(asked, listInstances(settings)[0]);
}

/**
 * Finds the registry that has the SDK for this command, and downloads the package from it, so that an installation can
 * be expected to work before anything is changed.
 *
 * @throws when there is no such package, or its integrity is wrong
 */
export async function findPackage(asked: Asked, settings: Settings): Promise<PackageSource> {
	if (asked.sdk !== undefined) {
		requireFile(asked);
		return describe(asked, listInstances(settings)[0]);
	}
	if (product.isPublished) {
		await fetchTarball(chooseVersion(await fetchPackument(registryOf('')), registryOf('')));
		return describe(asked, listInstances(settings)[0]);
	}
	const failures: Failure[] = [];
	for (const instance of listInstances(settings)) {
		try {
			const registry = registryOf(instance);
			await fetchTarball(chooseVersion(await fetchPackument(registry), registry));
			return describe(asked, instance);
		} catch (error) {
			if (!(error instanceof Failure)) throw error;
			failures.push(error);
		}
	}
	// The error of a registry that responds is more useful than that of one that does not.
	throw failures.find(({ details }) => details?.['answered'] === true) ?? failures[0]!;
}

function describe({ sdk, cwd }: Asked, instance: string): PackageSource {
	const name = product.sdkPackage;
	if (sdk !== undefined) {
		const path = isAbsolute(sdk) ? sdk : resolve(cwd, sdk);
		const spec = existsSync(path) ? path : sdk;
		return { spec, registry: undefined, instance, whole: spec };
	}
	const spec = `${name}@^${product.version}`;
	if (product.isPublished) return { spec, registry: undefined, instance, whole: spec };
	const registry = registryOf(instance);
	return { spec, registry, instance, whole: registry + tarballPath(name, product.version) };
}

function requireFile({ sdk = '', cwd }: Asked): void {
	const isPath = /^(\.{0,2}[\\/]|[a-z]:[\\/])|\.tgz$/i.test(sdk) && !/^[a-z]+:\/\//i.test(sdk);
	if (!isPath || statSync(resolve(cwd, sdk), { throwIfNoEntry: false })) return;
	throw new Failure('install_failed', `There is no file ${sdk}. Nothing was changed.`, {
		hint: '--sdk takes the path of a packed SDK, or an address.',
		details: { file: resolve(cwd, sdk) },
	});
}

/** The newest version of the command's own version line. */
function chooseVersion(
	{ versions, tags }: { versions: Record<string, FetchedVersion>; tags: Record<string, string> },
	registry: string,
): FetchedVersion {
	const isOurs = (version: string) => version.startsWith(`${product.line}.`);
	const latest = tags['latest'];
	const ours = [
		...(latest !== undefined && isOurs(latest) ? [latest] : []),
		...Object.keys(versions).filter(isOurs).toReversed(),
	];
	const found = ours.map((version) => versions[version]).find(Boolean);
	if (found) return found;
	const newest = latest ?? Object.keys(versions).at(-1) ?? 'none';
	throw new Failure(
		'install_failed',
		`${registry} serves version ${newest} of the SDK, and this command is for ${product.line}. Nothing was changed.`,
		{
			hint: `Run the command that the service serves: npx ${registry}${tarballPath(product.cliPackage, newest)} init`,
			details: { registry, version: newest, answered: true },
		},
	);
}
