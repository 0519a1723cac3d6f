// Names under which the product is published. One place, because none of them is on a registry yet.

export const product = {
	name: 'Feedback',
	version: '0.4.0',
	/** Version line that the docs describe. */
	line: '0.4',
	sdkPackage: '@feedback/sdk',
	cliPackage: '@feedback/cli',
	mcpPackage: '@feedback/mcp',
	command: 'feedback',
	/** Address of the repository; empty as long as there is none, and then no package names one. */
	repository: '' as string,
} as const;
