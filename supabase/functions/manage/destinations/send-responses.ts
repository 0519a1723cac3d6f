import { ServiceError, type Selection } from '@feedback/contract';

import type { JsonValue } from '../../../../database/parameters.ts';
import type { Tx } from '../../../../database/statement.ts';
import {
	describeSelection,
	type DescribedSelection,
} from '../../_shared/messages/describe-selection.ts';
import type { Operation } from '../operation/operation.ts';
import { findDelivery } from './deliveries.ts';
import { findDestination } from './read-destinations.ts';

export const previewResponses: Operation<'previewResponses'> = {
	access: 'read only',
	async run({ tx, person, service }, { site, destination, ...selection }) {
		const { kind } = await findDestination(tx, site, destination);
		const described = await readSelection(tx, { site, destination, person: person.id }, selection);
		const [place] = await tx<{ id: string; name: string; time_zone: string }[]>`
			select s.id, s.name, app.site_time_zone(s.id) as time_zone from app.sites s where s.id = ${site}`;
		const message = describeSelection(described, place!, service.dashboardUrl);
		const { title, note = null, answers, facts, links } = message;
		return {
			kind,
			message: {
				title,
				note,
				answers: answers.map(({ question, answer, url = null }) => ({ question, answer, url })),
				facts,
				links,
			},
		};
	},
};

export const sendResponses: Operation<'sendResponses'> = {
	access: 'read write',
	async run({ tx, person }, { site, destination, ...selection }) {
		await readSelection(tx, { site, destination, person: person.id }, selection);
		const [row] = await tx<{ message: string }[]>`
			select app.send_selection(${site}, ${destination}, ${tx.json(selection as JsonValue)}) as message`;
		return findDelivery(tx, site, destination, row!.message);
	},
	audit: ({ destination, responses, words }) => ({
		subject: `${destination}, ${responses.length} responses${words ? ', with words' : ''}`,
	}),
};

type Where = { site: string; destination: string; person: string };

/** Throws if one of the responses does not exist, or is not for the destination. */
async function readSelection(
	tx: Tx,
	{ site, destination, person }: Where,
	selection: Selection,
): Promise<DescribedSelection> {
	const { prompts } = await findDestination(tx, site, destination);
	const [row] = await tx<{ described: DescribedSelection | null }[]>`
		select app.describe_selection(${site}, ${tx.json({ ...selection, person } as JsonValue)}, ${prompts}::uuid[]) as described`;
	const described = row!.described;
	if (described?.responses.length === selection.responses.length) return described;
	throw new ServiceError('conflict', {
		message:
			prompts === null
				? 'Some of the responses do not exist any more.'
				: 'Some of the responses do not exist any more, or the destination does not receive those of their prompts.',
		field: 'responses',
	});
}
