import type { DestinationKind } from '@feedback/contract';

type KindWords = {
	/** Label of the button that adds one. */
	add: string;
	/** What it is for. */
	note: string;
	/** Placeholder of the name. */
	nameExample: string;
};

/** The dashboard's words about each kind of destination, in the order in which the kinds are offered. */
export const kindWords: Record<DestinationKind, KindWords> = {
	slack: {
		add: 'Add Slack',
		note: 'A message in a channel for each response.',
		nameExample: 'Such as “#feedback”',
	},
	email: {
		add: 'Add e-mail',
		note: 'A message for each response, or a daily or weekly digest.',
		nameExample: 'Such as “Product team”',
	},
	github: {
		add: 'Add GitHub',
		note: 'An issue in a repository, for chosen responses or for each.',
		nameExample: 'Such as “Bugs”',
	},
	linear: {
		add: 'Add Linear',
		note: 'An issue in a team, for chosen responses or for each.',
		nameExample: 'Such as “Product”',
	},
	jira: {
		add: 'Add Jira',
		note: 'An issue in a project, for chosen responses or for each.',
		nameExample: 'Such as “Engineering”',
	},
	webhook: {
		add: 'Add webhook',
		note: 'Signed JSON requests to your own server or to another tool.',
		nameExample: 'Such as “Data warehouse”',
	},
};

export const offeredKinds = Object.keys(kindWords) as DestinationKind[];
