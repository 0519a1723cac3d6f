import { limits } from '@feedback/contract';

/** One term of the product, and its name in each place. A missing name means that the place does not have it. */
export type GlossaryTerm = {
	term: string;
	/** One line. */
	meaning: string;
	/** Table, or `table.column`, of the schema `app`. */
	sql?: string;
	/** Key of the HTTP API or of the prompt file. */
	wire?: string;
	/** Exported type, or type of the typed client. */
	type?: string;
	/** Label in the dashboard. */
	ui?: string;
	/** Page that explains it. */
	page?: string;
};

/** The product's terms, in alphabetical order. Code, messages and documentation use these and no others. */
export const glossaryTerms: readonly GlossaryTerm[] = [
	{
		term: 'Account',
		meaning: 'Your app’s own user, named by the ID that you pass to `identify`.',
		sql: 'subjects.account',
		wire: 'account',
		type: 'Identity',
		ui: 'Account',
		page: '/visitors/identify/',
	},
	{
		term: 'Answer',
		meaning: 'What a visitor answered to one question. All answers to one display are a response.',
		sql: 'responses.answers',
		wire: 'answers',
		type: 'AnswerValue',
		ui: 'Answer',
		page: '/prompts/questions/',
	},
	{
		term: 'Appearance',
		meaning: 'Theme, accent colour, corners, font and position of a prompt.',
		wire: 'appearance',
		type: 'Appearance',
		ui: 'Appearance',
		page: '/prompts/appearance/',
	},
	{
		term: 'Approval request',
		meaning: 'What a tool asks a person to allow. Approving it makes a grant.',
		sql: 'grant_requests',
		wire: 'approval',
		type: 'WireApproval',
		ui: 'Approvals',
		page: '/dashboard/approvals/',
	},
	{
		term: 'Audience',
		meaning:
			'The condition that a visitor must meet to see a prompt. A saved audience has a key and numbered versions, for several prompts.',
		wire: 'audience',
		ui: 'Audience',
		page: '/prompts/audience/',
	},
	{
		term: 'Branch',
		meaning: 'A rule that chooses the next question by the answer just given.',
		wire: 'branches',
		type: 'Branch',
		ui: 'Branching',
		page: '/prompts/branching/',
	},
	{
		term: 'Budget',
		meaning: 'How many displays or responses a prompt may have, in all or in each period.',
		wire: 'budget',
		page: '/prompts/budgets/',
	},
	{
		term: 'Condition',
		meaning: 'A test of traits, properties, context or history, or a group of them.',
		type: 'AudienceCondition',
		page: '/reference/conditions/',
	},
	{
		term: 'Confidence sequence',
		meaning: 'An interval around a figure that stays valid however often you read it.',
		page: '/reference/statistics/#intervals-that-you-may-watch',
	},
	{
		term: 'Connection',
		meaning: 'A signed-in tool of one person: the command, an agent or a CI token.',
		sql: 'connections',
		wire: 'connections',
		ui: 'Connections',
		page: '/agents/connections/',
	},
	{
		term: 'CSAT',
		meaning:
			'Customer satisfaction score: the share of the two highest ratings, of three ratings of the highest.',
		wire: 'top_two',
		ui: 'CSAT',
		page: '/reference/statistics/#scores',
	},
	{
		term: 'Decision',
		meaning:
			'What the service decided about one event: a prompt to display, or the reason for none.',
		wire: 'decision',
		type: 'Decision',
		page: '/start/how-it-works/',
	},
	{
		term: 'Delivery',
		meaning: 'One message about what happened, for one destination, with all its attempts.',
		sql: 'deliveries',
		page: '/integrations/overview/',
	},
	{
		term: 'Destination',
		meaning:
			'Where messages of a site are sent: a webhook, a Slack channel, e-mail addresses or an issue tracker.',
		sql: 'destinations',
		type: 'Destination',
		page: '/integrations/overview/',
	},
	{
		term: 'Display',
		meaning: 'One showing of one revision to one subject, reserved before it is drawn.',
		sql: 'displays',
		wire: 'display',
		type: 'Display',
		ui: 'Displays',
		page: '/start/how-it-works/#the-life-of-a-display',
	},
	{
		term: 'Drop-off',
		meaning: 'How many visitors reached each question, answered it or left there.',
		ui: 'Drop-off',
		page: '/dashboard/results/',
	},
	{
		term: 'Error',
		meaning: 'The response to a request that was refused: a code, a message and the issues found.',
		wire: 'error',
		page: '/reference/errors/',
	},
	{
		term: 'Event',
		meaning:
			'Something that happened in your app, reported with `Feedback.event` or by your server.',
		sql: 'events',
		wire: 'events',
		type: 'ReportedEvent',
		ui: 'Events',
		page: '/events/naming/',
	},
	{
		term: 'Event capture',
		meaning: 'The site’s setting whether it stores every event or registered names only.',
		wire: 'capture',
		ui: 'Event capture',
		page: '/events/capture/',
	},
	{
		term: 'Event proof',
		meaning: 'A token from your backend that makes the properties of an event verified.',
		sql: 'events.verified',
		wire: 'proof',
		ui: 'Proof keys',
		page: '/events/proofs/',
	},
	{
		term: 'Experiment',
		meaning: 'Two or more variants of one prompt. Each subject always gets the same one.',
		wire: 'experiment',
		type: 'Experiment',
		ui: 'Experiment',
		page: '/prompts/experiments/',
	},
	{
		term: 'Forecast',
		meaning: 'An estimate of how often a draft would have been displayed.',
		wire: 'forecast',
		ui: 'Forecast',
		page: '/dashboard/prompts/#forecast-whom-a-prompt-would-have-reached',
	},
	{
		term: 'Frequency',
		meaning:
			'How often one subject may see a prompt, and the cooldown after it, in which no other is displayed.',
		wire: 'limits',
		ui: 'Frequency',
		page: '/prompts/frequency/',
	},
	{
		term: 'Grant',
		meaning: 'A person’s permission for one action of one connection, once or until a time.',
		sql: 'grants',
		wire: 'grants',
		page: '/agents/access/#which-actions-need-approval',
	},
	{
		term: 'Holdout',
		meaning: 'The share of a site’s subjects that is never asked, to measure what asking changes.',
		wire: 'holdout',
		ui: 'Holdout',
		page: '/prompts/experiments/',
	},
	{
		term: 'Issue',
		meaning: 'One thing that is wrong with one field, with its path. An error has issues.',
		type: 'ValidationIssue',
	},
	{
		term: 'Notification',
		meaning: 'A message from the SDK to listeners added with `Feedback.on`.',
		type: 'FeedbackNotification',
		page: '/sdk/notifications/',
	},
	{
		term: 'NPS',
		meaning: 'A question from 0 to 10 about recommending, and its score from −100 to 100.',
		wire: 'nps',
		ui: 'NPS',
		page: '/prompts/questions/#nps',
	},
	{
		term: 'Presence',
		meaning: 'Proof by passkey that a person allows exactly one action.',
		wire: 'presence',
		page: '/security/threats/',
	},
	{
		term: 'Prompt',
		meaning: 'Questions, and the rules that decide who sees them and when.',
		sql: 'prompts',
		wire: 'prompts',
		type: 'Prompt',
		ui: 'Prompts',
		page: '/prompts/overview/',
	},
	{
		term: 'Property',
		meaning: 'A value sent with an event.',
		sql: 'events.properties',
		wire: 'properties',
		type: 'Values',
		ui: 'Properties',
		page: '/events/properties/',
	},
	{
		term: 'Reason',
		meaning: 'Why a prompt was or was not displayed: one code of a closed list.',
		sql: 'events.reason',
		wire: 'reason',
		type: 'Reason',
		ui: 'Reason',
		page: '/reference/reasons/',
	},
	{
		term: 'Reservation',
		meaning: `A display that the service has decided but the browser has not confirmed. It ends after ${limits.display.confirmMinutes} minutes.`,
		sql: 'displays',
	},
	{
		term: 'Response',
		meaning: 'All answers of one visitor to one display.',
		sql: 'responses',
		wire: 'response',
		ui: 'Responses',
		page: '/dashboard/results/',
	},
	{
		term: 'Revision',
		meaning: 'One saved state of a prompt; publishing names one.',
		sql: 'revisions',
		wire: 'revision',
		ui: 'Revision',
		page: '/prompts/overview/#revisions',
	},
	{
		term: 'Sample data',
		meaning: 'A site of made-up visitors and answers, to see what results look like.',
		sql: 'sites.sample',
		wire: 'sample',
		ui: 'Sample data',
		page: '/dashboard/first-run/#look-at-results-before-you-have-any',
	},
	{
		term: 'Sampling',
		meaning: 'The share of the audience that is asked; each subject is always in or always out.',
		wire: 'sampling',
		ui: 'Sampling',
		page: '/prompts/sampling/',
	},
	{
		term: 'Session',
		meaning: 'One visit in one browser; inactivity ends it.',
		wire: 'session',
		ui: 'Session',
		page: '/start/how-it-works/#sessions',
	},
	{
		term: 'Site',
		meaning: 'One app, or one environment of it. The SDK names it by its public site ID.',
		sql: 'sites',
		wire: 'site',
		type: 'Site',
		ui: 'Site',
		page: '/dashboard/settings/',
	},
	{
		term: 'Subject',
		meaning: 'Whom limits count for: the account, or the visitor if there is none.',
		sql: 'subjects',
		page: '/start/how-it-works/#subjects-who-limits-apply-to',
	},
	{
		term: 'Timing',
		meaning: 'Delay after the event, minimum session length, start and end of a prompt.',
		wire: 'timing',
		ui: 'Timing',
		page: '/prompts/timing/',
	},
	{
		term: 'Trait',
		meaning: 'A value stored with a visitor or account, such as a plan.',
		sql: 'visitors.traits',
		wire: 'traits',
		type: 'Values',
		ui: 'Traits',
		page: '/visitors/traits/',
	},
	{
		term: 'Trigger',
		meaning: 'The event names, and the condition on their properties, that start a decision.',
		wire: 'trigger',
		ui: 'Trigger',
		page: '/prompts/trigger/',
	},
	{
		term: 'Visitor',
		meaning: 'One browser of one person, named by an ID that the SDK creates.',
		sql: 'visitors',
		wire: 'visitor',
		ui: 'Visitors',
		page: '/privacy/what-is-stored/',
	},
	{
		term: 'Warning',
		meaning: 'Something in a prompt that works but is probably not meant.',
		wire: 'warnings',
	},
	{
		term: 'Workspace',
		meaning: 'A team’s sites and members.',
		sql: 'workspaces',
		wire: 'workspace',
		ui: 'Workspace',
		page: '/dashboard/first-run/',
	},
];
