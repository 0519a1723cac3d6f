import type { Client } from '@feedback/client';
import type { DestinationKind } from '@feedback/contract';
import type { Component } from 'svelte';

import type { DestinationDraft } from './destination-draft.svelte.ts';
import EmailSettings from './EmailSettings.svelte';
import GithubSettings from './GithubSettings.svelte';
import JiraSettings from './JiraSettings.svelte';
import LinearSettings from './LinearSettings.svelte';
import SlackSettings from './SlackSettings.svelte';
import WebhookSettings from './WebhookSettings.svelte';

type Props = {
	draft: DestinationDraft;
	/** UUID. */
	site: string;
	client: Client;
};

/** The fields of a form that only one kind of destination has. */
export const kindSettings: Record<DestinationKind, Component<Props>> = {
	webhook: WebhookSettings,
	slack: SlackSettings,
	email: EmailSettings,
	github: GithubSettings,
	linear: LinearSettings,
	jira: JiraSettings,
};
