import type { DestinationSettings } from '@feedback/contract';

type Settings = Extract<DestinationSettings, { tracker: unknown }>;

/** A kind of destination that creates issues, and where. */
export type TrackerPlace = {
	[Kind in Settings['kind']]: Pick<Extract<Settings, { kind: Kind }>, 'kind' | 'tracker'>;
}[Settings['kind']];

/** The URL of the tracker's API, without a path. */
export function findTrackerUrl(place: TrackerPlace): string {
	switch (place.kind) {
		case 'github':
			return 'https://api.github.com';
		case 'linear':
			return 'https://api.linear.app';
		case 'jira':
			return place.tracker.site;
		default:
			return place satisfies never;
	}
}
