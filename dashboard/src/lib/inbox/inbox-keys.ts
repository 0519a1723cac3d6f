export type InboxAction =
	| 'next'
	| 'previous'
	| 'select'
	| 'done'
	| 'tag'
	| 'accept'
	| 'reject'
	| 'assign'
	| 'note'
	| 'search';

/** The keys of the inbox, in the order in which it lists them. */
export const inboxKeys: { key: string; action: InboxAction; what: string; edits?: true }[] = [
	{ key: 'j', action: 'next', what: 'next' },
	{ key: 'k', action: 'previous', what: 'previous' },
	{ key: 's', action: 'select', what: 'select', edits: true },
	{ key: 'e', action: 'done', what: 'done, then next', edits: true },
	{ key: 't', action: 'tag', what: 'tag', edits: true },
	{ key: 'y', action: 'accept', what: 'accept a proposed tag', edits: true },
	{ key: 'x', action: 'reject', what: 'reject it', edits: true },
	{ key: 'a', action: 'assign', what: 'assign', edits: true },
	{ key: 'n', action: 'note', what: 'note', edits: true },
	{ key: '/', action: 'search', what: 'search' },
];

const sequenceMs = 1_200;

/**
 * Reads keys one by one. A key after "g" opens a page (CommandCenter), so it is not a key of the inbox.
 *
 * @example
 * const read = createInboxKeyReader();
 * read({ key: 'j', repeat: false }, 0); // 'next'
 */
export function createInboxKeyReader(): (
	event: Pick<KeyboardEvent, 'key' | 'repeat'>,
	now: number,
) => InboxAction | undefined {
	let begun = -Infinity;
	return ({ key, repeat }, now) => {
		const isSecond = now - begun < sequenceMs;
		begun = key === 'g' ? now : -Infinity;
		if (isSecond) return undefined;
		const action = inboxKeys.find((known) => known.key === key)?.action;
		// A held key repeats a move, but changes only one answer.
		return repeat && action !== 'next' && action !== 'previous' ? undefined : action;
	};
}
