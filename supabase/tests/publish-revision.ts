import type { PromptInput } from '@feedback/contract';

import type { TestSql } from './harness.ts';
import { promptOf, type TestPrompt } from './sites.ts';

/** Saves another revision of a prompt and publishes it. */
export async function publishRevision(
	admin: TestSql,
	site: { id: string },
	prompt: TestPrompt,
	given: Partial<PromptInput>,
): Promise<void> {
	const content = promptOf({ ...given, survey_id: prompt.content.survey_id });
	const [saved] =
		await admin`select * from app.save_revision(${site.id}, ${prompt.id}, ${admin.json(content)})`;
	await admin`
		select app.publish(${site.id}, ${prompt.id}, ${saved!['number'] as number}, ${saved!['sha256'] as string})`;
}
