import { otherBytes, ownBytes, visible } from '../figures/measured.ts';

/** One bar of a chart on the landing page. */
export type Bar = { name: string; value: number; ours?: boolean };

/** A chart on the landing page, and where it is explained. */
export type Figure = {
	title: string;
	unit: string;
	bars: Bar[];
	/** Section of the page of figures. */
	href: string;
	/** Description of the measurement, in one line. */
	how: string;
};

const { formbricks, posthog, sentry, sprig } = otherBytes;
const inKilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

export const figures: Figure[] = [
	{
		title: 'Script before a prompt shows',
		unit: 'kB',
		bars: [
			{ name: 'Feedback', value: inKilobytes(ownBytes.scriptTag), ours: true },
			{ name: 'Sprig', value: inKilobytes(sprig.before) },
			{ name: 'Sentry feedback', value: inKilobytes(sentry.before) },
			{ name: 'PostHog surveys', value: inKilobytes(posthog.init + posthog.surveys) },
			{ name: 'Formbricks', value: inKilobytes(formbricks.before) },
		],
		href: '/start/figures/#script-size',
		how: 'Kilobytes of gzip, everything a page loads before a prompt is shown',
	},
	{
		title: 'From the event to a field you can type into',
		unit: 'ms',
		bars: [
			{ name: 'Feedback', value: visible.first.ours, ours: true },
			{ name: 'posthog-js', value: visible.first.posthog },
		],
		href: '/start/figures/#from-the-event-to-the-prompt',
		how: 'First prompt of a visit, 50 ms of network each way, median of five',
	},
	{
		title: 'The same on a processor four times slower',
		unit: 'ms',
		bars: [
			{ name: 'Feedback', value: visible.slowFirst.ours, ours: true },
			{ name: 'posthog-js', value: visible.slowFirst.posthog },
		],
		href: '/start/figures/#from-the-event-to-the-prompt',
		how: 'The same run with the processor throttled',
	},
];
