import type { TestSql } from './harness.ts';

/** Period, first day, displays and responses of every row of a site's budgets. */
export async function spentBudgets(admin: TestSql, site: { id: string }): Promise<string[]> {
	const rows = await admin<{ line: string }[]>`
		select concat_ws(' ', period, case when period <> 'total' then starts_on end, displays, nullif(responses, 0)) as line
		from app.budget_periods where site_id = ${site.id} order by period, starts_on`;
	return rows.map(({ line }) => line);
}
