import { ServiceError } from '@feedback/contract';

import { screenshotFile } from '../../_shared/files/file-store.ts';
import type { Operation } from '../operation/operation.ts';

type Row = { question: string; type: keyof typeof extensions };

const extensions = { 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' };

export const getScreenshot: Operation<'getScreenshot'> = {
	access: 'file',
	async find(tx, { site, response, screenshot }) {
		// Not one that the visitor replaced, nor one of a response whose deletion can still be undone.
		const [found] = await tx<Row[]>`
			select s.question_id as question, s.type from app.screenshots s
			join app.responses r on r.site_id = s.site_id and r.display_id = s.display_id
			where s.site_id = ${site} and s.id = ${screenshot} and s.display_id = ${response} and s.answered`;
		if (!found) {
			throw new ServiceError('not_found', {
				message: 'The response has no such picture.',
				field: 'screenshot',
			});
		}
		const { question, type } = found;
		return {
			file: screenshotFile(screenshot),
			type,
			name: `${question}-${screenshot}.${extensions[type]}`,
		};
	},
};
