import type { DestinationKind } from '@feedback/contract';

type Row = { want: string; use: string; page: string };

/** What each kind of destination is for, and the page about it. */
export const destinationRows: Record<DestinationKind, Row> = {
	webhook: {
		want: 'Let your backend or an automation tool react',
		use: 'a webhook',
		page: '/integrations/webhooks/',
	},
	slack: {
		want: 'Your team to read answers as they arrive',
		use: 'Slack',
		page: '/integrations/slack/',
	},
	email: {
		want: 'A daily or weekly summary, or an alert by e-mail',
		use: 'e-mail',
		page: '/integrations/email/',
	},
	github: { want: 'Responses to become issues', use: 'GitHub', page: '/integrations/issues/' },
	linear: {
		want: 'The same in a team of Linear',
		use: 'Linear',
		page: '/integrations/issues/#linear',
	},
	jira: { want: 'The same in a project of Jira', use: 'Jira', page: '/integrations/issues/#jira' },
};
