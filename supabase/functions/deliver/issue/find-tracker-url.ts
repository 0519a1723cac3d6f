import type { DestinationSettings } from '@feedback/contract';

type Settings = Extract<DestinationSettings, { tracker: unknown }>;

/** A kind of destination that creates issues, and where. */
export type TrackerPlace = {
	[Kind in Settings['kind']]: Pick<Extract<Settings, { kind: Kind }>, 'kind' | 'tracker'>;
}[Settings['kind']];

/** The URL of the tracker's API, without a path. */
export function findTrackerUrl({ kind }: TrackerPlace): string {
	switch (kind) {
		case 'github':
			return 'https://api.github.com';
		default:
			return kind satisfies never;
	}
}
