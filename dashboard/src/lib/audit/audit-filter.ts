import type { RouteOutput } from '@feedback/contract';

import { sayAct } from './describe-operation.ts';

export type AuditEntry = RouteOutput<'listAudit'>['items'][number];
export type AuditFilter = { search: string; kind: string; site: string };

/**
 * Whether the entry is one that somebody looks for: every word is in who, what or about what.
 *
 * @example
 * isSought(entry, { search: 'ada published', kind: '', site: '' });
 */
export function isSought(entry: AuditEntry, { search, kind, site }: AuditFilter): boolean {
	if (kind !== '' && entry.kind !== kind) return false;
	if (site !== '' && entry.site !== site) return false;
	const text = `${entry.who} ${sayAct(entry.did)} ${entry.subject ?? ''}`.toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}
