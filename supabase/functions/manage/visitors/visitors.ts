import { ServiceError } from '@feedback/contract';

import { encodeBase64url } from '../../_shared/secrets/base64url.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Value, Values } from '../../../../contract/src/wire.ts';
import type { Operation } from '../operation/operation.ts';

type AnswerTraitRow = {
	key: string;
	value: Value;
	survey_id: string;
	question: string;
	response: string;
	at: Date;
};

type Whom = { visitor: string } | { account: string };

export const findVisitor: Operation<'findVisitor'> = {
	access: 'read only',
	async run({ tx }, { site, ...whom }) {
		const subject = await findSubject(tx, site, whom);
		const [traits, visitors, displays] = await Promise.all([
			tx<AnswerTraitRow[]>`
				select t.key, t.value -> 'value' as value, p.survey_id, t.value ->> 'question' as question,
				       r.display_id as response, r.updated_at as at
				from app.subjects s
				cross join lateral jsonb_each(s.answer_traits) t
				join app.responses r on r.site_id = s.site_id and r.display_id = (t.value ->> 'display')::uuid
				join app.prompts p on p.site_id = r.site_id and p.id = r.prompt_id
				where s.site_id = ${site} and s.id = ${subject.id}
				order by t.key`,
			tx<{ id: string; traits: Values; last_seen_at: Date }[]>`
				select id, traits, last_seen_at from app.visitors
				where site_id = ${site} and subject_id = ${subject.id}
				order by last_seen_at desc, id limit 200`,
			tx<{ survey_id: string; state: string; at: Date }[]>`
				select p.survey_id, d.state, d.reserved_at as at
				from app.displays d
				join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
				where d.site_id = ${site} and d.subject_id = ${subject.id}
				order by d.reserved_at desc, d.id limit 200`,
		]);
		return {
			subject: subject.id,
			account: subject.account,
			first_seen_at: subject.first_seen_at.toISOString(),
			last_seen_at: subject.last_seen_at.toISOString(),
			visitors: visitors.map((row) => ({ ...row, last_seen_at: row.last_seen_at.toISOString() })),
			answer_traits: traits.map((row) => ({ ...row, at: row.at.toISOString() })),
			displays: displays.map((row) => ({ ...row, at: row.at.toISOString() })),
		};
	},
};

export const exportVisitor: Operation<'exportVisitor'> = {
	access: 'read write',
	async run({ tx }, { site, ...whom }) {
		const { visitor, account } = split(whom);
		const [row] = await tx<{ kept: Record<string, unknown> }[]>`
			select app.export_person(${site}, ${visitor}, ${account}) as kept`;
		return row!.kept;
	},
	audit: () => ({ subject: null }),
};

type Receipt = { id: string; hash: string; counts: Record<string, number>; erased_at: string };

export const eraseVisitor: Operation<'eraseVisitor'> = {
	access: 'read write',
	async run({ tx, service }, { site, ...whom }) {
		const { visitor, account } = split(whom);
		const named = account === null ? `visitor ${visitor}` : `account ${account}`;
		const hash = encodeBase64url(service.keyring.sign('erasure', `${site} ${named}`));
		const [row] = await tx<{ receipt: Receipt }[]>`
			select app.erase_person(${site}, ${visitor}, ${account}, ${hash}) as receipt`;
		const { id, erased_at, counts } = row!.receipt;
		return { id, at: new Date(erased_at).toISOString(), hash, counts };
	},
	// Neither the receipt nor the audit log names the visitor.
	audit: (_, { id }) => ({ subject: id }),
};

type SubjectRow = { id: string; account: string | null; first_seen_at: Date; last_seen_at: Date };

async function findSubject(tx: Tx, site: string, whom: Whom): Promise<SubjectRow> {
	const { visitor, account } = split(whom);
	const [row] = await tx<SubjectRow[]>`
		select s.id, s.account, s.first_seen_at, s.last_seen_at
		from app.subjects s
		where s.site_id = ${site} and (
			s.account = ${account}
			or s.id = (select v.subject_id from app.visitors v where v.site_id = ${site} and v.id = ${visitor}))`;
	if (row) return row;
	const field = account === null ? 'visitor' : 'account';
	throw new ServiceError('not_found', { message: `The site knows no such ${field}.`, field });
}

function split(whom: Whom): { visitor: string | null; account: string | null } {
	return 'visitor' in whom
		? { visitor: whom.visitor, account: null }
		: { visitor: null, account: whom.account };
}
