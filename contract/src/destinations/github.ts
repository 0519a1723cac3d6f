import type { DestinationDescription } from './destination-kind.ts';

export const github = {
	label: 'GitHub',
	secretSettings: ['token'],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: true,
	describeHost: () => 'github.com',
	describeTarget: ({ tracker }) => `Issues are created in ${tracker?.repository} on GitHub.`,
} as const satisfies DestinationDescription;
