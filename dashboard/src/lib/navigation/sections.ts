import { resolve } from '$app/paths';
import type { ResolvedPathname } from '$app/types';
import Activity from 'icons/activity';
import Inbox from 'icons/inbox';
import KeyRound from 'icons/key-round';
import LayoutDashboard from 'icons/layout-dashboard';
import MailOpen from 'icons/mail-open';
import MessageSquare from 'icons/message-circle-question-mark';
import MessagesSquare from 'icons/messages-square';
import Plug from 'icons/plug';
import ScrollText from 'icons/scroll-text';
import SettingsIcon from 'icons/settings';
import UsersRound from 'icons/users-round';
import UserCog from 'icons/user-cog';
import Users from 'icons/users';
import type { Component } from 'svelte';

import type { Site, Workspace } from '#lib/account/account.ts';

/** A page in the navigation and the command palette. */
export type Section = {
	name: string;
	href: ResolvedPathname;
	icon: Component<{ class?: string }>;
	/** Shortcut key, after "g". */
	key?: string;
	/** Whether it is in the bar at the bottom of a phone. */
	onPhone?: true;
	/** Pages below this path belong to it too; `href` by default. */
	below?: ResolvedPathname;
};

export function siteSections(site: Site): Section[] {
	const at = { site: site.id };
	return [
		{
			name: 'Overview',
			href: resolve('/(signed-in)/sites/[site]/overview', at),
			icon: LayoutDashboard,
			key: 'o',
			onPhone: true,
		},
		{
			name: 'Prompts',
			href: resolve('/(signed-in)/sites/[site]/prompts', at),
			icon: MessageSquare,
			key: 'p',
			onPhone: true,
		},
		{
			name: 'Audiences',
			href: resolve('/(signed-in)/sites/[site]/audiences', at),
			icon: UsersRound,
			key: 'u',
		},
		{
			name: 'Events',
			href: resolve('/(signed-in)/sites/[site]/events', at),
			icon: Activity,
			key: 'e',
		},
		{
			name: 'Responses',
			href: resolve('/(signed-in)/sites/[site]/responses', at),
			icon: MessagesSquare,
			key: 'r',
			onPhone: true,
		},
		{
			name: 'Inbox',
			href: resolve('/(signed-in)/sites/[site]/inbox', at),
			icon: MailOpen,
			key: 'i',
			onPhone: true,
		},
		{
			name: 'Visitors',
			href: resolve('/(signed-in)/sites/[site]/visitors', at),
			icon: Users,
			key: 'v',
		},
		{
			name: 'Settings',
			href: resolve('/(signed-in)/sites/[site]/settings/general', at),
			below: resolve('/(signed-in)/sites/[site]/settings', at),
			icon: SettingsIcon,
			key: 's',
		},
	];
}

export function workspaceSections({ id, role }: Workspace): Section[] {
	const at = { workspace: id };
	const members = {
		name: 'Members',
		href: resolve('/(signed-in)/workspaces/[workspace]/members', at),
		icon: UserCog,
		key: 'm',
	};
	if (role !== 'owner') return [members];
	return [
		members,
		{
			name: 'CI tokens',
			href: resolve('/(signed-in)/workspaces/[workspace]/ci-tokens', at),
			icon: KeyRound,
		},
		{
			name: 'Audit',
			href: resolve('/(signed-in)/workspaces/[workspace]/audit', at),
			icon: ScrollText,
		},
	];
}

export function personSections(): Section[] {
	return [
		{
			name: 'Approvals',
			href: resolve('/(signed-in)/approvals'),
			icon: Inbox,
			key: 'a',
			onPhone: true,
		},
		{ name: 'Connections', href: resolve('/(signed-in)/connections'), icon: Plug, key: 'c' },
	];
}

/** Whether the page at this path belongs to the section. */
export function isWithin({ href, below = href }: Section, path: string): boolean {
	return path === href || path === below || path.startsWith(`${below}/`);
}
