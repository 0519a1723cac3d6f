import { promptSchema, sampleSiteName } from '@feedback/contract';

import { templates } from '../../../../contract/src/templates/mod.ts';
import type { JsonValue } from '../../../../database/parameters.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { Operation } from '../operation/operation.ts';
import { reserveSite } from '../operation/reserve.ts';
import { listSampleVisits, sampleTemplates } from './sample-visits.ts';
import { findSite } from './sites.ts';

export const addSampleSite: Operation<'addSampleSite'> = {
	access: 'read write',
	async run({ tx, service }, { workspace }) {
		const now = service.clock();
		const id = mintUuidv7(now);
		await tx`
			insert into app.sites (id, workspace_id, name, sample)
			values (${id}, ${workspace}, ${sampleSiteName}, true)`;
		const prompts = templates
			.filter(({ name }) => sampleTemplates.includes(name))
			.map(({ content }) => promptSchema.parse(content));
		await tx`
			select app.fill_sample_site(${id}, ${tx.json(prompts as JsonValue)},
				${tx.json(listSampleVisits(now) as JsonValue)})`;
		const site = await findSite(tx, id);
		await reserveSite({ tx, service }, site);
		return site;
	},
	audit: (_, { name }) => ({ subject: name }),
};

export const removeSampleSite: Operation<'removeSampleSite'> = {
	access: 'read write',
	async run({ tx }, { workspace }) {
		await tx`select app.remove_sample_site(${workspace})`;
		return { removed: true };
	},
	audit: () => ({ subject: sampleSiteName }),
};
