import type { DestinationKind, DestinationSettingsInput } from '@feedback/contract';

import { webhook } from './webhook.ts';

/** Valid settings of each kind of destination. */
export const destinationExamples: {
	[Kind in DestinationKind]: Extract<DestinationSettingsInput, { kind: Kind }>;
} = {
	webhook,
	slack: { kind: 'slack', name: 'Team', url: 'https://hooks.slack.com/services/T0/B0/secret-part' },
	github: {
		kind: 'github',
		name: 'App',
		tracker: { repository: 'acme/app', labels: ['feedback'] },
		token: 'github_pat_secret-part',
	},
	linear: {
		kind: 'linear',
		name: 'Product',
		tracker: { team: 'ENG' },
		token: 'lin_api_secret-part',
	},
	jira: {
		kind: 'jira',
		name: 'Engineering',
		tracker: {
			site: 'https://acme.atlassian.net',
			project: 'ENG',
			issue_type: 'Task',
			user: 'bot@acme.example',
		},
		token: 'ATATT3-secret-part',
	},
	email: {
		kind: 'email',
		name: 'Readers',
		recipients: ['ada@example.com'],
		schedule: { every: 'message' },
	},
};
