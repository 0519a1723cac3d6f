import type { Stack } from '../stack/start-stack.ts';

export async function applySavedSql(_: Stack): Promise<boolean> {
	return false;
}
