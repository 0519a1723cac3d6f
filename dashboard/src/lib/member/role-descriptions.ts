import type { Role } from '@feedback/contract';

/** Permissions of each role, the highest role first. */
export const roleDescriptions: Record<Role, string> = {
	owner:
		'Manages everything, including members, settings, keys, the audit log and erasing visitors.',
	editor: 'Creates sites, drafts and publishes prompts, reads responses.',
	viewer: 'Sees everything on the sites, but changes nothing.',
};

export const roleOptions = (Object.keys(roleDescriptions) as Role[]).map((role) => ({
	value: role,
	label: role[0]!.toUpperCase() + role.slice(1),
}));

/** The options for a select in a narrow column: the opened list explains the other options. */
export function explainRoles(chosen: Role): typeof roleOptions {
	return roleOptions.map(({ value, label }) => {
		if (value === chosen) return { value, label };
		const description = roleDescriptions[value].replace(/\.$/, '');
		return { value, label: `${label}: ${description[0]!.toLowerCase()}${description.slice(1)}` };
	});
}
