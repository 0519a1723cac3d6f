/** One bar of a figure on the first page. */
export type Bar = { name: string; value: number; ours?: boolean };

/** A figure on the first page, and where it is explained. */
export type Figure = {
	title: string;
	unit: string;
	bars: Bar[];
	/** Section of the page of figures. */
	href: string;
	/** What was measured, in one line. */
	how: string;
};

export const figures: Figure[] = [
	{
		title: 'Script before a prompt shows',
		unit: 'kB',
		bars: [
			{ name: 'Feedback', value: 5, ours: true },
			{ name: 'Sprig', value: 31.8 },
			{ name: 'Sentry feedback', value: 52.1 },
			{ name: 'PostHog surveys', value: 175.8 },
			{ name: 'Formbricks', value: 281.3 },
		],
		href: '/start/figures/#script-size',
		how: 'Kilobytes of gzip, everything a page loads before anybody is asked',
	},
	{
		title: 'From the event to a field you can type into',
		unit: 'ms',
		bars: [
			{ name: 'Feedback', value: 247, ours: true },
			{ name: 'posthog-js', value: 494 },
		],
		href: '/start/figures/#from-the-event-to-the-prompt',
		how: 'First prompt of a visit, 50 ms of network each way, median of five',
	},
	{
		title: 'The same on a processor four times slower',
		unit: 'ms',
		bars: [
			{ name: 'Feedback', value: 352, ours: true },
			{ name: 'posthog-js', value: 592 },
		],
		href: '/start/figures/#from-the-event-to-the-prompt',
		how: 'The same run with the processor throttled',
	},
];
