import { launcherSchema, ServiceError, type Launcher, type RouteOutput } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

type Stored = RouteOutput<'getLauncher'>;

export const getLauncher: Operation<'getLauncher'> = {
	access: 'read only',
	run: ({ tx }, { site }) => readLauncher(tx, site),
};

export const setLauncher: Operation<'setLauncher'> = {
	access: 'read write',
	async run({ tx }, { site, launcher }) {
		// An invalid launcher must not request an approval.
		if (launcher) await requirePromptOf(tx, site, launcher);
		const [row] = await tx<{ changed: boolean }[]>`
			select app.set_launcher(${site}, ${launcher && tx.json(launcher)}::jsonb) as changed`;
		return { ...(await readLauncher(tx, site)), changed: row!.changed };
	},
	audit: (_, { launcher, changed }) =>
		changed ? { subject: launcher?.survey_id ?? 'removed' } : undefined,
};

/** The launcher of a site as stored, and the prompt that it opens. */
export async function readLauncher(tx: Tx, site: string): Promise<Stored> {
	const [row] = await tx<{ stored: { launcher: unknown; prompt: Stored['prompt'] } }[]>`
		select app.read_launcher(${site}) as stored`;
	const { launcher, prompt } = row!.stored;
	return { launcher: launcher ? launcherSchema.parse(launcher) : null, prompt };
}

/** Throws unless the site has a prompt that the launcher can open. */
export async function requirePromptOf(
	tx: Tx,
	site: string,
	{ survey_id }: Pick<Launcher, 'survey_id'>,
): Promise<void> {
	const [prompt] = await tx`
		select from app.prompts
		where site_id = ${site} and survey_id = ${survey_id} and state <> 'archived'`;
	if (prompt) return;
	throw new ServiceError('invalid_request', {
		message: `The site has no prompt with the survey ID "${survey_id}".`,
		field: 'launcher.survey_id',
	});
}
