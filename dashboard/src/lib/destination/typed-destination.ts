import { destinationDescriptions } from '@feedback/contract';
import type {
	DestinationKind,
	DestinationSettingsInput,
	RouteInput,
	SlackChannel,
} from '@feedback/contract';

import type { DraftRule } from '#lib/editor/condition/rule-tree.ts';

import type { Destination } from './read-destinations.ts';

/** The settings of a destination in a form; they may be incomplete or invalid. Fields of other kinds are ignored. */
export type TypedDestination = {
	kind: DestinationKind;
	name: string;
	/** Of Slack, a webhook or an authorization; an empty string keeps the stored one, which is never shown. */
	url: string;
	/** The channel that an owner chose in Slack; null if they pasted a URL. */
	channel: SlackChannel | null;
	recipients: string[];
	/** Where issues are created, of every tracker. */
	tracker: {
		repository: string;
		labels: string[];
		team: string;
		site: string;
		project: string;
		issue_type: string;
		user: string;
	};
	/** An empty string keeps the stored token, which is never shown. */
	token: string;
	event_types: string[];
	/** Null for every prompt. */
	prompts: string[] | null;
	condition: DraftRule | undefined;
	partial: boolean;
	include_visitor: boolean;
	/** Weekday, hour and time zone apply to digests only. */
	schedule: { every: 'message' | 'day' | 'week'; weekday: number; hour: number; time_zone: string };
};

/** The settings of a new destination. */
export function blankDestination(kind: DestinationKind, timeZone: string): TypedDestination {
	return {
		kind,
		name: '',
		url: '',
		channel: null,
		recipients: [],
		tracker: {
			repository: '',
			labels: [],
			team: '',
			site: '',
			project: '',
			issue_type: 'Task',
			user: '',
		},
		token: '',
		// People create issues, until an owner chooses otherwise.
		event_types: destinationDescriptions[kind].createsIssues ? [] : ['response.closed'],
		prompts: null,
		condition: undefined,
		partial: true,
		include_visitor: false,
		schedule: { every: 'message', weekday: 1, hour: 9, time_zone: timeZone },
	};
}

/** The settings of an existing destination. */
export function typeDestination(destination: Destination, timeZone: string): TypedDestination {
	const blank = blankDestination(destination.kind, timeZone);
	return {
		...blank,
		name: destination.name,
		url: destination.url ?? '',
		channel: destination.channel,
		recipients: destination.recipients?.map(({ address }) => address) ?? [],
		tracker: { ...blank.tracker, ...destination.tracker },
		event_types: [...destination.event_types],
		prompts: destination.prompts && [...destination.prompts],
		condition: (destination.condition as DraftRule | null) ?? undefined,
		partial: destination.partial,
		include_visitor: destination.include_visitor,
		schedule: { ...blank.schedule, ...destination.schedule },
	};
}

type SharedSetting = keyof DestinationSettingsInput;
type SettingsOf<Kind> = Extract<DestinationSettingsInput, { kind: Kind }>;

/** Reads the settings that not every kind has. */
const kindSettings: {
	[Kind in DestinationKind]: (typed: TypedDestination) => Omit<SettingsOf<Kind>, SharedSetting>;
} = {
	webhook: toUrl,
	slack: toUrl,
	github: ({ tracker: { repository, labels }, token }) => ({
		tracker: { repository: repository.trim(), labels },
		token: token.trim(),
	}),
	linear: ({ tracker: { team }, token }) => ({
		tracker: { team: team.trim().toUpperCase() },
		token: token.trim(),
	}),
	jira: ({ tracker: { site, project, issue_type, user, labels }, token }) => ({
		tracker: {
			site: site.trim(),
			project: project.trim().toUpperCase(),
			issue_type: issue_type.trim(),
			user: user.trim(),
			labels,
		},
		token: token.trim(),
	}),
	email: ({ recipients, schedule }) => ({ recipients, schedule: toSchedule(schedule) }),
};

function toUrl({ url }: TypedDestination) {
	return { url: url.trim() };
}

export type DestinationInput = Omit<RouteInput<'createDestination'>, 'site'>;

/** Converts the form's input to the settings that the service receives. */
export function toSettings(typed: TypedDestination): DestinationInput {
	const { kind, event_types, prompts, partial, include_visitor } = typed;
	const common = {
		name: typed.name.trim(),
		event_types,
		prompts,
		partial,
		include_visitor,
		condition: typed.condition ?? null,
	};
	return { kind, ...common, ...kindSettings[kind](typed) } as DestinationInput;
}

function toSchedule({ every, weekday, hour, time_zone }: TypedDestination['schedule']) {
	if (every === 'message') return { every };
	return every === 'day' ? { every, hour, time_zone } : { every, weekday, hour, time_zone };
}
