import type { RouteOutput } from '@feedback/contract';

import { describeOperation } from './describe-operation.ts';

export type AuditEntry = RouteOutput<'listAudit'>['items'][number];
export type AuditFilter = { search: string; kind: string; site: string };

/**
 * Whether an entry matches the filter: it contains every word.
 *
 * @example
 * matchesFilter(entry, { search: 'ada published', kind: '', site: '' });
 */
export function matchesFilter(entry: AuditEntry, { search, kind, site }: AuditFilter): boolean {
	if (kind !== '' && entry.kind !== kind) return false;
	if (site !== '' && entry.site !== site) return false;
	const text =
		`${entry.name ?? ''} ${entry.who} ${describeOperation(entry.did)} ${entry.subject ?? ''}`.toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}
