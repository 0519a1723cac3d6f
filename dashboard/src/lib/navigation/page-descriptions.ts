export type PageDescription = {
	/** Empty if it is not known before the page has loaded. */
	title: string;
	about: string;
	/** Tabs between the title and the description. */
	tabs?: 'prompt' | 'settings';
};

const site = '/(signed-in)/sites/[site]';
const workspace = '/(signed-in)/workspaces/[workspace]';

/**
 * Title and description of pages, by route. index.html shows them before any script has loaded (first-paint.js), and
 * the loaded page shows them in the same place, which a test checks. On a slow network, people see the description
 * first, so it is the longest text at the top of the page.
 */
export const pageDescriptions: Record<string, PageDescription> = {
	'/(signed-in)/account': {
		title: 'Your account',
		about: 'Your name as colleagues see it, your ways to sign in, and how to delete your account.',
	},
	'/(signed-in)/approvals': {
		title: 'Approvals',
		about:
			'Programs ask here before they create sites, save drafts, publish, set the feedback button, read responses or send them elsewhere.',
	},
	'/(signed-in)/connections': {
		title: 'Connections',
		about:
			'Programs that are signed in as you, and their current permissions. Changes apply to their next request.',
	},
	[`${workspace}/audit`]: {
		title: 'Audit log',
		about: 'Changes in this workspace by people and their programs.',
	},
	[`${workspace}/ci-tokens`]: {
		title: 'CI tokens',
		about: 'A token lets a pipeline act without a browser, with the permissions that you choose.',
	},
	[`${workspace}/members`]: {
		title: '',
		about:
			'The people of this workspace, and what their roles allow. Owners invite people, change their roles and remove them.',
	},
	[`${site}/ask`]: {
		title: 'Ask in words',
		about:
			'Ask about your responses in a sentence, and get a filter, a chart and quotes. The language model receives nothing that visitors answered.',
	},
	[`${site}/audiences`]: {
		title: 'Audiences',
		about:
			'Rules that several prompts use. A prompt keeps its version until you publish another one.',
	},
	[`${site}/events`]: {
		title: 'Events',
		about: 'Events that your app reports. Any of them can trigger a prompt.',
	},
	[`${site}/events/live`]: {
		title: 'Events',
		about: 'Events as they arrive, with the decision about each.',
	},
	[`${site}/events/test`]: {
		title: 'Events',
		about:
			'Choose an account or a visitor and an event to see which rules of the published prompts pass. Nothing is recorded or displayed.',
	},
	[`${site}/events/test-page`]: {
		title: 'Events',
		about:
			'Try your prompts without your app: report events from a test app, and answer what appears. Its events and answers are real and count like those of any visitor.',
	},
	[`${site}/inbox`]: { title: 'Inbox', about: 'Read, tag and resolve what visitors wrote.' },
	[`${site}/overview`]: {
		title: '',
		about: 'How your prompts are doing, and what your visitors did and answered most recently.',
	},
	[`${site}/prompts`]: {
		title: 'Prompts',
		about: 'What you ask, who sees it and when. Nobody sees a prompt before it is published.',
	},
	[`${site}/prompts/[prompt]/edit`]: {
		title: '',
		about: 'Changes are saved as you type. Visitors see them once you publish.',
		tabs: 'prompt',
	},
	[`${site}/prompts/[prompt]/results`]: {
		title: '',
		about:
			'What visitors saw and answered, in charts and text, and what keeps others from seeing this prompt.',
		tabs: 'prompt',
	},
	[`${site}/prompts/[prompt]/revisions`]: {
		title: '',
		about: 'Every saved revision. Compare two, publish one, or start editing from it.',
		tabs: 'prompt',
	},
	[`${site}/responses`]: { title: 'Responses', about: 'Answers of your visitors, updated live.' },
	[`${site}/settings/general`]: {
		title: 'General',
		about: 'The site’s name and time zone, what its SDK needs, and how to pause or delete it.',
		tabs: 'settings',
	},
	[`${site}/settings/capture`]: {
		title: 'Event capture',
		about: 'Which events of your app are stored and may trigger a prompt.',
		tabs: 'settings',
	},
	[`${site}/settings/origins`]: {
		title: 'Origins',
		about: 'The web addresses of your app, from which the service accepts requests for this site.',
		tabs: 'settings',
	},
	[`${site}/settings/proof-keys`]: {
		title: 'Proof keys',
		about:
			'Keys with which your backend proves who a visitor is, and whether such proofs are required.',
		tabs: 'settings',
	},
	[`${site}/settings/site-keys`]: {
		title: 'Site keys',
		about: 'Keys with which your backend reports events that visitors cannot fake.',
		tabs: 'settings',
	},
	[`${site}/settings/integrations`]: {
		title: 'Integrations',
		about: 'Where answers are sent as they arrive, so that you read them where you work.',
		tabs: 'settings',
	},
	[`${site}/settings/limits`]: {
		title: 'Limits',
		about: 'How often a visitor sees prompts, across all prompts of the site.',
		tabs: 'settings',
	},
	[`${site}/settings/retention`]: {
		title: 'Retention',
		about: 'How long events, visitors and everything else are kept.',
		tabs: 'settings',
	},
	[`${site}/settings/rate-limits`]: {
		title: 'Rate limits',
		about: 'How many SDK requests the service accepts per second.',
		tabs: 'settings',
	},
	[`${site}/settings/appearance`]: {
		title: 'Appearance',
		about:
			'How prompts look on this site, unless a prompt overrides it. Changes apply to the next display of every prompt, published ones included.',
		tabs: 'settings',
	},
	[`${site}/settings/launcher`]: {
		title: 'Feedback button',
		about: 'A button that is always on the page and opens one prompt.',
		tabs: 'settings',
	},
	[`${site}/tags/[tag]`]: {
		title: '',
		about: 'How many texts have this tag, by week and by score, and what they say.',
	},
	[`${site}/visitors`]: {
		title: 'Visitors',
		about:
			'Find a visitor or an account to view, export or erase their data. Lookups are recorded in the audit log.',
	},
};
