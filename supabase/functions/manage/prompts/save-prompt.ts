import {
	findLintErrors,
	findVariant,
	limits,
	promptSchema,
	ServiceError,
	type Prompt,
	type RouteOutput,
} from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { AuditEntry, Context, Operation } from '../operation/operation.ts';
import { findPrompt, lockPrompt } from './prompt-summary.ts';
import { findUnknownAnswersOfPrompt } from '../audiences/find-unknown-answers.ts';
import { AudienceIssue, fillInAudience, resolveAudience } from '../audiences/resolve-audience.ts';
import { findRevision } from './revisions.ts';

export const createPrompt: Operation<'createPrompt'> = {
	access: 'read write',
	async run({ tx, person }, { site, id, content: given }) {
		const content = await resolveAudience(tx, site, given);
		await requireUsable(tx, site, content);
		const prompt = await insertPrompt(tx, { site, id, content, person: person.id });
		return describeSaved(tx, site, prompt, true);
	},
	audit: (_, { id, survey_id }) => ({ subject: `${survey_id} ${id}` }),
};

export const saveRevision: Operation<'saveRevision'> = {
	access: 'read write',
	run: (context, { content, ...where }) => saveNext(context, where, content),
	audit: auditSaved,
};

export const keepVariant: Operation<'keepVariant'> = {
	access: 'read write',
	async run(context, { variant, ...where }) {
		const { revision, content } = await findRevision(context.tx, where.site, where.prompt);
		if (!content.experiment?.variants.some(({ key }) => key === variant)) {
			throw new ServiceError('invalid_request', {
				message: `The latest revision, ${revision}, has no variant "${variant}".`,
				field: 'variant',
			});
		}
		const base = where.base ?? revision;
		return saveNext(context, { ...where, base }, findVariant(content, variant));
	},
	audit: auditSaved,
};

function auditSaved(
	_: unknown,
	{ id, survey_id, revision, changed }: RouteOutput<'saveRevision'>,
): AuditEntry | undefined {
	return changed ? { subject: `${survey_id} ${id}, revision ${revision}` } : undefined;
}

type Where = { site: string; prompt: string; base?: number | undefined };

/** Saves the next revision, unless there is a newer one than `base`. */
async function saveNext(
	{ tx, person }: Context,
	{ site, prompt, base }: Where,
	given: Prompt,
): Promise<RouteOutput<'saveRevision'>> {
	const content = await resolveAudience(tx, site, given);
	await requireUsable(tx, site, content);
	await lockPrompt(tx, site, prompt);
	const [latest] = await tx<{ number: number; same: boolean }[]>`
		select number, sha256 = app.content_hash(${tx.json(content as JsonValue)}) as same
		from app.revisions where site_id = ${site} and prompt_id = ${prompt}
		order by number desc limit 1`;
	if (base !== undefined && base !== latest!.number) {
		throw new ServiceError('revision_conflict', {
			message: `The latest revision is ${latest!.number}, not ${base}.`,
			field: 'base',
			hint: 'Look at what changed, then save on top of it.',
		});
	}
	if (!latest!.same) {
		await tx`select app.save_revision(${site}, ${prompt}, ${tx.json(content as JsonValue)})`;
	}
	if (person.connection === undefined) await removeSame(tx, site, prompt, content);
	return describeSaved(tx, site, prompt, !latest!.same);
}

export const duplicatePrompt: Operation<'duplicatePrompt'> = {
	access: 'read write',
	async run({ tx, person }, { site, prompt, survey_id }) {
		const { content: original } = await findRevision(tx, site, prompt);
		const content = await resolveAudience(tx, site, { ...original, survey_id });
		await requireUsable(tx, site, content);
		const copy = await insertPrompt(tx, { site, id: undefined, content, person: person.id });
		return describeSaved(tx, site, copy, true);
	},
	audit: ({ prompt }, { id, survey_id }) => ({
		subject: `${survey_id} ${id}, a copy of ${prompt}`,
	}),
};

/** Removes the working copy if it equals the saved content. Later edits are kept. */
async function removeSame(tx: Tx, site: string, prompt: string, content: Prompt): Promise<void> {
	const [copy] = await tx<{ content: unknown; etag: string }[]>`
		select content, etag from app.working_copies where site_id = ${site} and prompt_id = ${prompt}`;
	const typed = promptSchema.safeParse(copy?.content);
	if (!copy || !typed.success) return;
	const saved = await fillInAudience(tx, site, typed.data).catch((error: unknown) => {
		if (error instanceof AudienceIssue) return undefined;
		throw error;
	});
	if (!saved) return;
	await tx`
		delete from app.working_copies
		where site_id = ${site} and prompt_id = ${prompt} and etag = ${copy.etag}
		  and ${tx.json(saved as JsonValue)}::jsonb = ${tx.json(content as JsonValue)}::jsonb`;
}

type NewPrompt = { site: string; id: string | undefined; content: Prompt; person: string };

async function insertPrompt(tx: Tx, { site, id, content, person }: NewPrompt): Promise<string> {
	const [made] = await tx<{ id: string }[]>`
		insert into app.prompts (site_id, id, survey_id, created_by)
		values (${site}, coalesce(${id ?? null}::uuid, app.mint_id()), ${content.survey_id}, ${person})
		returning id`;
	await tx`select app.save_revision(${site}, ${made!.id}, ${tx.json(content as JsonValue)})`;
	return made!.id;
}

async function describeSaved(tx: Tx, site: string, prompt: string, changed: boolean) {
	const [{ summary }, { revision, sha256 }] = await Promise.all([
		findPrompt(tx, site, prompt),
		findRevision(tx, site, prompt),
	]);
	return { ...summary, revision, sha256, changed };
}

/** What the schema does not check. */
async function requireUsable(tx: Tx, site: string, content: Prompt): Promise<void> {
	const [error] = [
		...findLintErrors(content),
		...(await findUnknownAnswersOfPrompt(tx, site, content)),
	];
	if (error) {
		const field = `content.${error.path.join('.')}`;
		throw new ServiceError('invalid_prompt', { message: `${field} ${error.message}.`, field });
	}
	const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
	if (bytes <= limits.prompt.bytes) return;
	throw new ServiceError('invalid_prompt', {
		message: `The prompt has ${bytes} bytes as JSON; the maximum is ${limits.prompt.bytes}.`,
		field: 'content',
	});
}
