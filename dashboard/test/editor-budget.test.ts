import { describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { getHorizontalOverflow, setLook, usualLooks } from './accessibility.ts';
import { holds, section, useEditors } from './editors.ts';

const editors = useEditors();
const { openEditor } = editors;

describe('the budget per period', () => {
	it(
		'describes an error at its field, and comes back when it is ticked again',
		thorough,
		async () => {
			const { page, close, stored, consoleErrors } = await openEditor(['budget'], {
				budget: { displays: 500, period: { every: 'week', displays: 20, paced: true } },
			});
			const budget = section(page, 'budget');
			const box = budget.getByLabel('Limit displays per day, week or month');
			await box.uncheck();
			await holds(() => stored('budget')).toEqual({ displays: 500 });
			await box.check();
			await holds(() => stored('budget')).toEqual({
				displays: 500,
				period: { every: 'week', displays: 20, paced: true },
			});

			const displays = budget.getByRole('textbox', { name: 'Displays in each period' });
			await displays.fill('501');
			const error = budget.getByText('must be at most budget.displays, 500');
			await error.waitFor();
			const described = page.locator(`[id="${await displays.getAttribute('aria-describedby')}"]`);
			expect(await described.textContent()).toBe(await error.textContent());
			// The list of sections marks it beyond the edge of a phone.
			await setLook(page, usualLooks[1]!);
			expect(await getHorizontalOverflow(page)).toBe(0);
			expect(consoleErrors).toEqual([]);
			await close();
		},
	);
});
