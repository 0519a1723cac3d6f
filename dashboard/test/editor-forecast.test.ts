import { limits } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { holds, section, useEditors, useReports } from './editors.ts';

const editors = useEditors();
const { openEditor } = editors;
useReports(editors);

describe('the forecast', () => {
	it('follows edits, with the reasons as bars', thorough, async () => {
		// A higher priority than that of the demo prompts, which have the same event.
		const { page, close, consoleErrors } = await openEditor(['trigger', 'sampling'], {
			priority: 11,
			budget: { displays: 100 },
		});
		const forecast = page.getByRole('region', { name: 'Forecast' });
		await forecast.getByText('Would have reached 4 people in 30 days.').waitFor();
		await forecast.getByText(/first event was today/).waitFor();
		await forecast.getByText(/the forecast ignores budgets/).waitFor();
		await section(page, 'trigger').getByRole('button', { name: 'Condition' }).click();
		await section(page, 'trigger').getByLabel('Property', { exact: true }).fill('format');
		await section(page, 'trigger')
			.getByRole('combobox', { name: 'Value', exact: true })
			.fill('pdf');
		await forecast.getByText('Would have reached 3 people in 30 days.').waitFor();
		await forecast.getByText('1 with other properties').waitFor();
		await section(page, 'sampling').getByLabel('Share in percent, 0 to 100').fill('0');
		await forecast.getByText('Would have reached nobody in 30 days.').waitFor();
		await forecast.getByText('3 outside the sample').waitFor();
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it(
		'requests a quick estimate, then a better one, and cancels outdated requests',
		thorough,
		async () => {
			const { page, close } = await openEditor(['sampling'], { priority: 11 });
			const forecast = page.getByRole('region', { name: 'Forecast' });
			await forecast.getByText('Would have reached 4 people in 30 days.').waitFor();
			const figures = {
				subjects: 4_000,
				error: 0.2,
				low: 3_200,
				high: 4_800,
				displays: 5_000,
				displays_error: 0.2,
				events: 90_000,
				sampled: true,
				share: 0.031,
				claimed: null,
				reasons: { displayed: 5_000, sampled_out: 85_000 },
			};
			const asked: number[] = [];
			let givenUp = 0;
			page.on('requestfailed', (request) => {
				if (request.url().endsWith('/forecast')) givenUp += 1;
			});
			await page.route('**/manage/sites/*/forecast', async (route) => {
				const { sample } = route.request().postDataJSON() as { sample: number };
				asked.push(sample);
				// Leave the second request without a response.
				if (sample === limits.forecast.first) await route.fulfill({ json: figures });
			});
			const share = section(page, 'sampling').getByLabel('Share in percent, 0 to 100');
			await share.fill('50');
			await forecast.getByText('about 4,000 people in 30 days, give or take 20%.').waitFor();
			await forecast.getByText('Estimated from the events of 3% of people.').waitFor();
			await forecast.getByText('Refining').waitFor();
			await holds(async () => asked).toEqual([limits.forecast.first, limits.forecast.sample]);
			expect(givenUp).toBe(0);
			await share.fill('60');
			await holds(async () => givenUp).toBe(1);
			await close();
		},
	);

	it('reports that there is nothing to count', thorough, async () => {
		const { page, close } = await openEditor(['trigger'], { trigger: { events: ['never.came'] } });
		const forecast = page.getByRole('region', { name: 'Forecast' });
		await forecast.getByText('No matching events in 30 days').waitFor();
		await section(page, 'trigger')
			.getByRole('radio', { name: /show\(\)/ })
			.check();
		await forecast.getByText(/Your app shows this prompt/).waitFor();
		await close();
	});
});
