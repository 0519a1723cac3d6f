import { findHost, type DestinationDescription } from './destination-kind.ts';

export const slack = {
	label: 'Slack',
	// Anyone who knows the URL can post to the channel.
	secretSettings: ['url'],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: false,
	urls: { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], of: 'an incoming webhook of Slack' },
	describeHost: findHost,
	describeTarget: () => 'Messages go to the channel of the Slack webhook.',
} as const satisfies DestinationDescription;
