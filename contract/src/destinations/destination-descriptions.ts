import {
	destinationKinds,
	type DestinationDescription,
	type DestinationKind,
} from './destination-kind.ts';
import { email } from './email.ts';
import { github } from './github.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { slack } from './slack.ts';
import { webhook } from './webhook.ts';

/** A description of each kind of destination. */
export const destinationDescriptions: Record<DestinationKind, DestinationDescription> = {
	webhook,
	slack,
	email,
	github,
	linear,
	jira,
};

/**
 * The kind to which a URL belongs; undefined if its host does not decide that.
 *
 * @example
 * findKindOfUrl('https://hooks.slack.com/services/T0/B0/x'); // 'slack'
 */
export function findKindOfUrl(url: string): DestinationKind | undefined {
	const host = URL.canParse(url) ? new URL(url).hostname : '';
	return destinationKinds.find((kind) => destinationDescriptions[kind].urls?.hosts.includes(host));
}
