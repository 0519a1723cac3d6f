/**
 * What pages say of themselves, by route: index.html shows it while they load, before any script of theirs
 * (first-paint.js). They say the same in the same place when they are there; a test holds the two together.
 */
export const pageWords: Record<string, { title: string; about: string }> = {
	'/(signed-in)/approvals': {
		title: 'Approvals',
		about: 'Programs ask here before they create sites, save drafts, publish or read responses.',
	},
	'/(signed-in)/connections': {
		title: 'Connections',
		about:
			'Programs that are signed in as you, and what each of them may do right now. Ending it takes effect on their next call.',
	},
	'/(signed-in)/sites/[site]/events': {
		title: 'Events',
		about: 'What your app reports. Any of these names can trigger a prompt.',
	},
	'/(signed-in)/sites/[site]/events/live': {
		title: 'Events',
		about: 'What arrives right now, and what was decided about it.',
	},
	'/(signed-in)/sites/[site]/prompts': {
		title: 'Prompts',
		about:
			'What you ask, whom, and after which event. Nobody sees a prompt before it is published.',
	},
	'/(signed-in)/sites/[site]/responses': {
		title: 'Responses',
		about: 'What visitors answered, while they are answering.',
	},
	'/(signed-in)/sites/[site]/visitors': {
		title: 'Visitors',
		about: 'Find somebody to see what is known about them, to hand it to them, or to erase it.',
	},
};
