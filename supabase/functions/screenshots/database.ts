// Database access of the `screenshots` function: one exported function per operation, with one statement each.
import type { Statements } from '../../../database/statement.ts';
import { call } from '../sdk/database-errors.ts';
import type { PictureType } from './picture-type.ts';

/** A picture to store. */
export type NewScreenshot = PictureType & { question: string; bytes: number; sha256: string };

/** `refused`: the response is final, or the display or the site has as many pictures as it may. */
export type AddedScreenshot =
	| { id: string; now: number; refused?: undefined }
	| { refused: 'already_final' | 'display' | 'site' };

/** Adds the row of a picture before its file is stored; undefined if the site has no such display. */
export async function addScreenshot(
	sql: Statements,
	site: string,
	display: string,
	screenshot: NewScreenshot,
	now: Date | null,
): Promise<AddedScreenshot | undefined> {
	const [row] = await call(
		sql<{ added: AddedScreenshot | null }[]>`
			select app.add_screenshot(${site}::uuid, ${display}::uuid, ${sql.json(screenshot)}, ${now}) as added`,
	);
	return row!.added ?? undefined;
}

/** Removes the row of a picture whose file could not be stored. */
export async function discardScreenshot(sql: Statements, site: string, id: string): Promise<void> {
	await call(sql`select app.discard_screenshot(${site}::uuid, ${id}::uuid)`);
}
