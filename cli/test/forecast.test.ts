import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { examplePrompt } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { promptForecast } from '../src/commands/prompt/forecast.ts';
import { createPaint } from '../src/output/paint.ts';
import { promptText } from './prompt-text.ts';
import { createPerson } from './run.ts';
import { addGrant, addPrompt } from './service/state.ts';
import { useService } from './service/use-service.ts';

const service = await useService();
describe('prompt forecast', () => {
	it('prints how many subjects it would have reached, and how many displays other prompts would lose', async () => {
		const person = createPerson(service, 'fbt_good');
		const prompt = addPrompt(service.state, examplePrompt);
		addGrant(service.state, 'prompt:publish');
		await person.run(['prompt', 'publish', prompt.id, '--revision', '1']);
		writeFileSync(
			join(person.home, 'other.yaml'),
			`${promptText.replace(/survey_id: .*/, 'survey_id: other')}trigger: { events: [report.exported] }\n`,
		);
		const { stdout } = await person.run(['prompt', 'forecast', '--file', 'other.yaml']);
		expect(stdout).toContain('It would have been displayed to about 120 (114 to 126) subjects');
		expect(stdout.slice(stdout.indexOf('Displays of'))).toMatchInlineSnapshot(`
			"Displays of other prompts:
			WITHOUT IT  WITH IT  CHANGE    SURVEY ID          NAME
			       300      204  −96 ± 12  export-experience  How did the export go?

			Check: replaying the prompts that were live gives 610 ± 40 displays; 590 were reserved.
			"
		`);
	});

	it.each([
		[1, 'It would have been displayed to 1 subject, 1 time, after 1 event.'],
		[4120, 'It would have been displayed to 4,120 subjects, 4,120 times, after 4,120 events.'],
	])('agrees with the number %i', (number, sentence) => {
		const figures = {
			subjects: number,
			error: 0,
			low: number,
			high: number,
			displays: number,
			displays_error: 0,
			events: number,
			sampled: false,
			share: 1,
			claimed: null,
			reasons: {},
			others: null,
		};
		expect(promptForecast.render(figures, createPaint({}, {}))).toBe(sentence);
	});
});
