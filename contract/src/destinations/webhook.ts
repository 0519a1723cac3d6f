import { findHost, type DestinationDescription } from './destination-kind.ts';

export const webhook = {
	label: 'Webhook',
	secretSettings: [],
	ownerSettings: ['url'],
	hasSigningSecret: true,
	createsIssues: false,
	describeHost: findHost,
	describeTarget: ({ url, host }) => `Requests go to ${url ?? host}.`,
} as const satisfies DestinationDescription;
