import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { siteIdSchema } from '@feedback/contract';
import { ApiError } from '@feedback/client';
import { z } from 'zod';

import type { Context } from '../context.ts';
import { readJsonFile } from '../settings/json-file.ts';
import { writePrivateFile } from '../settings/private-file.ts';
import { checkSiteId } from './check-site-id.ts';
import { uuidSchema } from '../uuid.ts';
import { findBoundary, refuseOutside } from './contained.ts';

/** The site that an app reports to. */
export type AppSite = {
	/** Its UUID and its workspace, if known. */
	id: string | null;
	workspace: string | null;
	/** Its public site ID; `null` if the site does not exist yet. */
	site_id: string | null;
	name: string | null;
	state: 'existing' | 'created' | 'to_create';
	/** A note for the person. */
	note?: string;
};

const projectSchema = z.looseObject({ site: uuidSchema.optional() });
const recordSchema = z.strictObject({
	api_url: z.string(),
	/** Chosen before the site is created, so that a command run again cannot create a second one. */
	id: uuidSchema,
	workspace: uuidSchema,
	name: z.string(),
});

/** The UUID of the site from flags, environment or project; undefined when none is set. */
export function findKnownSite({ settings }: Context, root: string): string | undefined {
	const { site, project } = settings;
	const isTyped = site && ['--site', 'FEEDBACK_SITE'].includes(site.source);
	if (isTyped) return site.value;
	refuseOutside(findBoundary(root), join(root, 'feedback.json'));
	const ofApp = readJsonFile(join(root, 'feedback.json'), projectSchema)?.site;
	// The default site in the user's settings is for commands, not for every app on the machine.
	return ofApp ?? (site && site.source === project ? site.value : undefined);
}

/** Reads a site by its UUID. */
export async function getExisting(id: string, { client }: Context): Promise<AppSite> {
	const { site_id, name, workspace } = await client.getSite({ site: id });
	return { id, site_id, name, workspace, state: 'existing' };
}

/** A site that is known only by its public ID. Throws when it does not exist; a dry run does not check. */
export async function givenSite(siteId: string, context: Context): Promise<AppSite> {
	const note = context.dryRun ? undefined : await checkSiteId(siteId, context);
	const site = { id: null, workspace: null, site_id: siteId, name: null };
	return { ...site, state: 'existing', ...(note !== undefined && { note }) };
}

export const siteIdOption = siteIdSchema.optional();

const fresh = 'new';

/** Creates a site with a person's approval, or returns the existing site that they choose. */
export async function makeSite(name: string, folder: string, context: Context): Promise<AppSite> {
	await offerSignIn(context);
	const workspace = await context.workspace();
	const chosen = await chooseSite(workspace, context);
	if (chosen !== fresh) return getExisting(chosen, context);
	const { id } = recall(folder, workspace, name, context);
	const before = await findBefore(id, context);
	if (before) return before;
	const created = await context.withApproval(
		{ action: 'site:create', workspace, site_name: name },
		() => context.client.createSite({ workspace, name, id }, { idempotencyKey: `init-${id}` }),
	);
	return { id, workspace, site_id: created.site_id, name: created.name, state: 'created' };
}

async function offerSignIn(context: Context): Promise<void> {
	if (!context.ask || (await context.caller.source()) !== undefined) return;
	if (!(await context.ask.confirm('You need to sign in to use a site. Sign in now?'))) return;
	const { login } = await import('../commands/login.ts');
	await login.run({ browser: false, device: false }, context);
}

async function chooseSite(workspace: string, { ask, client }: Context): Promise<string> {
	if (!ask) return fresh;
	const { items } = await client.listSites({ workspace, limit: 200 });
	const own = items.filter(({ sample }) => !sample);
	if (own.length === 0) return fresh;
	const choices = own.map(({ id, name, site_id }) => ({
		value: id,
		label: `${name} (${site_id})`,
	}));
	return ask.choose('Which site?', [{ value: fresh, label: 'Create a new site' }, ...choices]);
}

// A repeated run in the same folder creates the same site: after an approval, an undo or a lost connection.
function recall(folder: string, workspace: string, name: string, { settings }: Context) {
	const path = join(folder, 'site.json');
	const known = readJsonFile(path, recordSchema);
	const api_url = settings.api_url.value;
	const fits = known?.api_url === api_url && known.workspace === workspace && known.name === name;
	if (fits) return known;
	const record = { api_url, id: randomUUID(), workspace, name };
	writePrivateFile(path, JSON.stringify(record));
	return record;
}

async function findBefore(id: string, context: Context): Promise<AppSite | undefined> {
	try {
		return await getExisting(id, context);
	} catch (error) {
		if (error instanceof ApiError && ['not_found', 'forbidden'].includes(error.code)) {
			return undefined;
		}
		throw error;
	}
}
