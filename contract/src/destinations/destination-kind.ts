/** Kinds of destinations for a site's messages. */
export const destinationKinds = ['webhook', 'slack', 'email', 'github', 'linear', 'jira'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

/** Settings that can be secret, because the database has a column for the sealed value. */
export type SecretSetting = 'url' | 'token';

/** Where a GitHub destination creates issues. */
export type GithubTracker = { repository: string; labels?: string[] | undefined };

/** The team in which a Linear destination creates issues, by the key with which their identifiers begin. */
export type LinearTracker = { team: string };

/** Where and as whom a Jira destination creates issues. */
export type JiraTracker = {
	site: string;
	project: string;
	issue_type: string;
	user: string;
	labels?: string[] | undefined;
};

/** The channel that a person chose while connecting Slack, as Slack names it. */
export type SlackChannel = { workspace: string; name: string };

/** Where a destination sends. Settings that its kind does not have, and secret ones, are null or missing. */
export type Address = {
	url?: string | null | undefined;
	recipients?: readonly string[] | null | undefined;
	tracker?: Partial<GithubTracker & LinearTracker & JiraTracker> | null | undefined;
	channel?: SlackChannel | null | undefined;
};

/**
 * What distinguishes a kind, besides the schema of its settings (`settings.ts`), its delivery (the function `deliver`)
 * and its form (the dashboard). It imports no schema, because pages that only show destinations need none.
 */
export type DestinationDescription = {
	/** What people call the kind. */
	label: string;
	/** Settings that are sealed before they are stored, and never shown again. */
	secretSettings: readonly SecretSetting[];
	/** Settings that only owners see, because they often contain a credential. */
	ownerSettings: readonly SecretSetting[];
	/** Whether the service creates a secret with which it signs the requests. */
	hasSigningSecret: boolean;
	/** Whether each message becomes an issue, or a comment on one. */
	createsIssues: boolean;
	/** The hosts that only this kind has, and what a URL there belongs to; undefined if there are none. */
	urls?: { hosts: readonly string[]; of: string };
	/** The host of the URL, or the domains of the recipients; undefined if the URL is a secret that is not given. */
	describeHost(address: Address): string | undefined;
	/** Where messages go, in a sentence for the person who approves them. */
	describeTarget(target: Address & { host: string }): string;
};

/** The host of a URL; undefined without one. */
export function findHost({ url }: Address): string | undefined {
	return url ? new URL(url).host : undefined;
}
