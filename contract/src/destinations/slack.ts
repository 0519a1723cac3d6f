import { findHost, type DestinationDescription } from './destination-kind.ts';

/** How the authorization begins that an owner gets by connecting Slack; the rest is sealed. */
export const slackAuthorizationPrefix = 'slack_';

/** Whether a URL setting is an authorization instead. */
export function isSlackAuthorization(url: string): boolean {
	return url.startsWith(slackAuthorizationPrefix);
}

export const slack = {
	label: 'Slack',
	// Anyone who knows the URL can post to the channel.
	secretSettings: ['url'],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: false,
	urls: { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], of: 'an incoming webhook of Slack' },
	describeHost: ({ url }) =>
		url && isSlackAuthorization(url) ? 'hooks.slack.com' : findHost({ url }),
	describeTarget: ({ channel }) =>
		channel
			? `Messages go to ${channel.name} in the Slack workspace ${channel.workspace}.`
			: 'Messages go to the channel of the Slack webhook.',
} as const satisfies DestinationDescription;
