import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { init } from './init.ts';
import { settings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-settings-'));
const file = join(folder, 'feedback.yaml');

beforeAll(() => {
	vi.spyOn(console, 'log').mockReturnValue();
	init({ file, data: join(folder, 'data'), publicUrl: 'https://feedback.example.com' });
});
afterAll(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true, force: true });
});

test.each([
	['retention.event_days=99', 'retention.event_days must be at most 30'],
	['rate_limits.site.burst=many', 'rate_limits.site.burst must be a number'],
	['retention.days=7', 'retention.days is not known here; known are: event_days, visitor_days'],
])('%s is refused with what is allowed', async (assignment, message) => {
	await expect(settings(file, [assignment])).rejects.toMatchObject({ message, exitCode: 2 });
});
