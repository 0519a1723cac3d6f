import type { DestinationDescription } from './destination-kind.ts';

export const email = {
	label: 'E-mail',
	secretSettings: [],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: false,
	describeHost({ recipients }) {
		const domains = recipients?.map((address) => address.split('@').at(-1)!.toLowerCase());
		return [...new Set(domains)].sort().join(', ');
	},
	describeTarget: ({ recipients }) => `E-mails go to ${recipients?.join(', ')}.`,
} as const satisfies DestinationDescription;
