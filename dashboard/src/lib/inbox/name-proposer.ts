import type { TextAnswer } from './inbox.svelte.ts';

type Proposer = NonNullable<TextAnswer['tags'][number]['proposed_by']>;

/** Names a proposer in a sentence: "by Claude". */
export function nameProposer({ kind, connection }: Proposer): string {
	if (kind === 'connection') return connection ?? 'a connection';
	return kind === 'method' ? 'frequent words' : 'a member';
}
