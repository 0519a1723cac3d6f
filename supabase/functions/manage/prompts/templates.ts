import { findAudienceRule, ServiceError } from '@feedback/contract';
import type { Prompt, RouteOutput } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

type Template = RouteOutput<'listTemplates'>['items'][number];

export const listTemplates: Operation<'listTemplates'> = {
	access: 'read only',
	async run({ tx }, { workspace }) {
		const items = await readTemplates(tx, workspace, tx`order by lower(t.name), t.id`);
		return { items, next: null };
	},
};

export const createTemplate: Operation<'createTemplate'> = {
	access: 'read write',
	async run({ tx, person }, { workspace, name, about, content }) {
		const [row] = await tx<{ id: string }[]>`
			insert into app.templates (workspace_id, name, about, content, created_by)
			values (${workspace}, ${name.trim()}, ${about}, ${tx.json(withoutSavedAudience(content) as JsonValue)}, ${person.id})
			returning id`;
		const [template] = await readTemplates(tx, workspace, tx`and t.id = ${row!.id}`);
		return template!;
	},
	audit: (_, { name }) => ({ subject: name }),
};

export const deleteTemplate: Operation<'deleteTemplate'> = {
	access: 'read write',
	async run({ tx }, { workspace, template }) {
		const removed = await tx`
			delete from app.templates where workspace_id = ${workspace} and id = ${template} returning id`;
		if (removed.length === 0) {
			throw new ServiceError('not_found', {
				message: 'There is no such template.',
				field: 'template',
			});
		}
		return { removed: true };
	},
	audit: ({ template }) => ({ subject: template }),
};

/** Saved audiences belong to a site; a template is for every site of the workspace. */
function withoutSavedAudience({ audience, ...content }: Prompt): Prompt {
	const rule = findAudienceRule(audience);
	if (audience !== undefined && rule === undefined) {
		throw new ServiceError('invalid_prompt', {
			message: 'A template needs the rule of its saved audience, which belongs to one site.',
			field: 'content.audience.rule',
		});
	}
	return rule === undefined ? content : { ...content, audience: rule };
}

async function readTemplates(tx: Tx, workspace: string, more: Fragment): Promise<Template[]> {
	const rows = await tx<(Omit<Template, 'created_at'> & { created_at: Date })[]>`
		select t.id, t.name, t.about, t.content, t.created_at, app.name_of(m.person_id, m.email) as created_by
		from app.templates t
		left join app.members m on m.workspace_id = t.workspace_id and m.person_id = t.created_by
		where t.workspace_id = ${workspace} ${more}`;
	return rows.map(({ created_at: at, ...row }) => ({ ...row, created_at: at.toISOString() }));
}
