import type { Role } from '@feedback/contract';

/** What each role may do, the most first. */
export const roleNotes: Record<Role, string> = {
	owner: 'Everything: members, settings, keys, tokens, the audit log, erasing visitors.',
	editor: 'Creates sites, drafts and publishes prompts, reads responses.',
	viewer: 'Looks at everything on the sites, and changes nothing.',
};

export const roleOptions = (Object.keys(roleNotes) as Role[]).map((role) => ({
	value: role,
	label: role[0]!.toUpperCase() + role.slice(1),
}));
