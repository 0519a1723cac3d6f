import { z } from 'zod';

/** Output of `--dry-run`: what would happen, and whether a person has approved it already. */
export const dryRunSchema = z.object({
	dry_run: z.literal(true),
	would: z.string(),
	needs: z.string().nullable(),
	approved: z.boolean(),
});
export type DryRun = z.infer<typeof dryRunSchema>;

export function isDryRun(data: unknown): data is DryRun {
	return typeof data === 'object' && data !== null && 'dry_run' in data;
}
