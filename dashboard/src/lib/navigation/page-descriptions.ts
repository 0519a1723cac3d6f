/**
 * Title and description of pages, by route. index.html shows them before any script has loaded (first-paint.js).
 * Each page shows the same texts in the same place, which a test checks. A title that is not known before is empty.
 */
export const pageDescriptions: Record<string, { title: string; about: string }> = {
	'/(signed-in)/account': {
		title: 'Your account',
		about: 'Your name, how you sign in, and the browsers in which you are signed in.',
	},
	'/(signed-in)/approvals': {
		title: 'Approvals',
		about:
			'Programs ask here before they create sites, save drafts, publish, read responses or send them elsewhere.',
	},
	'/(signed-in)/connections': {
		title: 'Connections',
		about:
			'Programs that are signed in as you, and their current permissions. Changes apply to their next request.',
	},
	'/(signed-in)/sites/[site]/audiences': {
		title: 'Audiences',
		about:
			'Rules that several prompts use. A prompt keeps its version until you publish another one.',
	},
	'/(signed-in)/sites/[site]/events': {
		title: 'Events',
		about: 'Events that your app reports. Any of them can trigger a prompt.',
	},
	'/(signed-in)/sites/[site]/events/live': {
		title: 'Events',
		about: 'Events as they arrive, with the decision about each.',
	},
	'/(signed-in)/sites/[site]/inbox': {
		title: 'Inbox',
		about: 'What visitors wrote, to read, tag and finish.',
	},
	'/(signed-in)/sites/[site]/overview': {
		title: '',
		about: 'How your prompts do, and what your visitors did and answered most recently.',
	},
	'/(signed-in)/sites/[site]/prompts': {
		title: 'Prompts',
		about: 'What you ask, who sees it and when. Nobody sees a prompt before it is published.',
	},
	'/(signed-in)/sites/[site]/responses': {
		title: 'Responses',
		about: 'Answers of your visitors, updated live.',
	},
	'/(signed-in)/sites/[site]/visitors': {
		title: 'Visitors',
		about: 'Find a visitor or an account to view, export or erase their data.',
	},
};
