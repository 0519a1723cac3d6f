import type { DestinationDescription } from './destination-kind.ts';

export const jira = {
	label: 'Jira',
	secretSettings: ['token'],
	ownerSettings: [],
	hasSigningSecret: false,
	createsIssues: true,
	describeHost: ({ tracker }) => tracker?.site && new URL(tracker.site).host,
	describeTarget: ({ tracker, host }) =>
		`Issues of the type ${tracker?.issue_type} are created in the project ${tracker?.project} of ${host}, as ${tracker?.user}.`,
} as const satisfies DestinationDescription;
