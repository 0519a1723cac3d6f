export type Report = { name: string; period: string; pages: number };

export const reports: readonly Report[] = [
	{ name: 'Revenue', period: 'Third quarter', pages: 12 },
	{ name: 'Churn', period: 'September', pages: 4 },
	{ name: 'Marketing spend', period: 'Third quarter', pages: 8 },
	{ name: 'Support load', period: 'September', pages: 3 },
];

export function searchReports(query: string): Report[] {
	const text = query.trim().toLowerCase();
	return reports.filter(({ name, period }) => `${name} ${period}`.toLowerCase().includes(text));
}
