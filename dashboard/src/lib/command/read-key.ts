/** The action of a key. */
export type KeyAction = { open: 'palette' | 'shortcuts' } | { go: string };

type Pressed = Pick<
	KeyboardEvent,
	'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'repeat' | 'target'
>;

const sequenceMs = 1_200;

/**
 * Reads keys one by one: Ctrl or ⌘ with K, "?", and "g" followed by another letter. Letters are shortcuts only outside
 * fields and open dialogs, and only if `letters` is true.
 *
 * @example
 * const read = createKeyReader();
 * read(event, { now: 0, letters: true }); // { open: 'palette' }
 */
export function createKeyReader(): (
	event: Pressed,
	at: { now: number; letters: boolean },
) => KeyAction | undefined {
	let begun = -Infinity;
	return (event, { now, letters }) => {
		const started = now - begun < sequenceMs;
		begun = -Infinity;
		if (event.defaultPrevented || event.repeat || event.altKey) return undefined;
		if (event.ctrlKey || event.metaKey)
			return event.key.toLowerCase() === 'k' ? { open: 'palette' } : undefined;
		if (!letters || isTaken(event.target)) return undefined;
		if (event.key === '?') return { open: 'shortcuts' };
		if (started) return { go: event.key };
		if (event.key === 'g') begun = now;
		return undefined;
	};
}

/**
 * The text of a field after a key that was pressed before the field could handle it.
 *
 * @example
 * typeAhead('over', event); // 'overv'
 */
export function typeAhead(
	typed: string,
	{ key, ctrlKey, metaKey, altKey }: Omit<Pressed, 'defaultPrevented' | 'repeat' | 'target'>,
): string {
	if (ctrlKey || metaKey || altKey) return typed;
	if (key === 'Backspace') return typed.slice(0, -1);
	return key.length === 1 ? typed + key : typed;
}

const taking =
	'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="menu"], [role="listbox"], [role="textbox"], dialog';

function isTaken(target: EventTarget | null): boolean {
	return (target as Partial<Element> | null)?.closest?.(taking) != null;
}
