import { expect, test } from 'vitest';

import { readBuiltUi } from './read-built-ui.ts';

test('every question type together is at most 10 KiB of gzip', () => {
	const { ui, mode } = readBuiltUi();
	expect(ui.gzip).toBeLessThanOrEqual(10_240);
	// Only people who preview a prompt load it.
	expect(mode.gzip).toBeLessThanOrEqual(5_000);
});

test('it contains nothing from the contract except types', () => {
	const { ui } = readBuiltUi();
	expect(ui.code).not.toMatch(/zod|safeParse|_zod/i);
});
