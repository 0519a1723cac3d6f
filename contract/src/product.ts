// Names under which the product is published. Everything that names a package or its source follows from here.

export const product = {
	name: 'Feedback',
	version: '0.4.0',
	/** Version line that the docs describe. */
	line: '0.4',
	sdkPackage: '@feedback/sdk',
	cliPackage: '@feedback/cli',
	mcpPackage: '@feedback/mcp',
	command: 'feedback',
	/** URL of the repository; while it is empty, no package names one. */
	repository: '' as string,
	/** Whether the packages are on the npm registry. */
	isPublished: false as boolean,
} as const;
