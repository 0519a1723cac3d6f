/** A version's manifest in a packument. */
export type VersionManifest = {
	name: string;
	version: string;
	dist: {
		/** Relative to the registry in files; absolute in responses. */
		tarball: string;
		/** `sha512-…`, of the tarball. */
		integrity: string;
		/** SHA-1 in hexadecimal, for clients that predate `integrity`. */
		shasum: string;
		fileCount: number;
		unpackedSize: number;
	};
	[field: string]: unknown;
};

/** A registry's metadata of a package: https://github.com/npm/registry, `package-metadata.md`. */
export type Packument = {
	_id: string;
	name: string;
	description?: string;
	license?: string;
	'dist-tags': Record<string, string>;
	versions: Record<string, VersionManifest>;
	/** `created`, `modified`, and the time of each version. */
	time: Record<string, string>;
};

/** Name of a package's packument, relative to the registry's files. */
export function packumentPath(name: string): string {
	return `${name}/packument.json`;
}

/** The packument with the addresses of the tarballs below this registry. */
export function withAddresses(packument: Packument, registry: string): Packument {
	const versions = Object.entries(packument.versions).map(
		([version, manifest]): [string, VersionManifest] => [
			version,
			{ ...manifest, dist: { ...manifest.dist, tarball: registry + manifest.dist.tarball } },
		],
	);
	return { ...packument, versions: Object.fromEntries(versions) };
}

// What an installer needs, as the npm registry abbreviates it.
const installFields = [
	'name',
	'version',
	'deprecated',
	'dependencies',
	'optionalDependencies',
	'peerDependencies',
	'peerDependenciesMeta',
	'bin',
	'engines',
	'os',
	'cpu',
	'libc',
	'hasInstallScript',
	'dist',
];

/** The form for installers, `application/vnd.npm.install-v1+json`. */
export function abbreviate({ name, time, versions, ...packument }: Packument) {
	return {
		name,
		modified: time['modified'],
		'dist-tags': packument['dist-tags'],
		versions: Object.fromEntries(
			Object.entries(versions).map(([version, manifest]) => [
				version,
				Object.fromEntries(
					installFields
						.filter((field) => manifest[field] !== undefined)
						.map((field) => [field, manifest[field]]),
				),
			]),
		),
	};
}

/**
 * Adds the versions that were served before, so that lockfiles which name them keep working. A version that both have
 * is the new one.
 */
export function keepEarlier(packument: Packument, earlier: Packument): Packument {
	return {
		...packument,
		versions: { ...earlier.versions, ...packument.versions },
		time: {
			...earlier.time,
			...packument.time,
			...(earlier.time['created'] && { created: earlier.time['created'] }),
		},
	};
}
