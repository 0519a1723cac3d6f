import { expect, test } from 'vitest';

import { buildUi } from './build-ui.ts';

test('every question type together is at most 10 kB of gzip', async () => {
	const { ui, mode } = await buildUi();
	expect(ui.gzip).toBeLessThanOrEqual(10_000);
	// Only people who preview a prompt load it.
	expect(mode.gzip).toBeLessThanOrEqual(5_000);
});

test('nothing of the contract but its types is in it', async () => {
	const { ui } = await buildUi();
	expect(ui.code).not.toMatch(/zod|safeParse|_zod/i);
});
