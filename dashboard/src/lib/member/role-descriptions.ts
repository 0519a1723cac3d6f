import type { Role } from '@feedback/contract';

/** Permissions of each role, the highest role first. */
export const roleDescriptions: Record<Role, string> = {
	owner: 'Everything: members, settings, keys, tokens, the audit log, erasing visitors.',
	editor: 'Creates sites, drafts and publishes prompts, reads responses.',
	viewer: 'Can view everything on the sites, but change nothing.',
};

export const roleOptions = (Object.keys(roleDescriptions) as Role[]).map((role) => ({
	value: role,
	label: role[0]!.toUpperCase() + role.slice(1),
}));
