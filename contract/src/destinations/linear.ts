import type { DestinationDescription } from './destination-kind.ts';

export const linear = {
	label: 'Linear',
	secretSettings: ['token'],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: true,
	describeHost: () => 'linear.app',
	describeTarget: ({ tracker }) => `Issues are created in the team ${tracker?.team} of Linear.`,
} as const satisfies DestinationDescription;
