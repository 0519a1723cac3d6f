import { limits } from '@feedback/contract';

import type { FieldPath } from '../field-path.ts';
import { focusField } from './focus-field.ts';
import { groupKindOf, membersOf, moveMember, unwrapMember, wrapMembers } from './rule-tree.ts';
import type { DraftRule, GroupKind } from './rule-tree.ts';
import type { MemberAction } from './RowMenu.svelte';

/** The group whose members a menu changes. */
export type GroupContext = {
	kind: GroupKind;
	/** 1 for the outermost. */
	level: number;
	/** The members, to be changed in place. */
	own: () => DraftRule[];
	place: (index: number) => FieldPath;
	/** Whether the rule may have more conditions. */
	hasRoom: boolean;
	/** Moves a member out of this group, to the position after it; undefined if this group is not nested. */
	leave: ((index: number) => void) | undefined;
	remove: (index: number) => void;
};

/** The menu of one member of a group. */
export function listActions(
	group: GroupContext,
	members: readonly DraftRule[],
	index: number,
	isGroup: (member: DraftRule | undefined) => boolean,
): MemberAction[] {
	const { own, place, level } = group;
	const go = (to: number) => focusField(() => place(to));
	const other = group.kind === 'all' ? 'any' : 'all';
	const atBottom = level >= limits.prompt.groups;
	const move = (to: number) => async () => {
		moveMember(own(), index, to);
		await go(to);
	};
	const into = (at: number, side: 'push' | 'unshift') => async () => {
		const list = own();
		const inside = membersOf(list[at]!)!;
		inside[side](list[index]!);
		list.splice(index, 1);
		await go(at > index ? at - 1 : at);
	};
	const wrap = (count: number) => async () => {
		wrapMembers(own(), index, count, other);
		await go(index);
	};
	const [above, below] = [members[index - 1], members[index + 1]];
	const member = members[index]!;
	return [
		{ label: 'Move up', run: move(index - 1), disabled: index === 0 },
		{ label: 'Move down', run: move(index + 1), disabled: index === members.length - 1 },
		...(isGroup(above)
			? [{ label: 'Move into the group above', run: into(index - 1, 'push') }]
			: []),
		...(isGroup(below)
			? [{ label: 'Move into the group below', run: into(index + 1, 'unshift') }]
			: []),
		...(group.leave ? [{ label: 'Move out of the group', run: () => group.leave?.(index) }] : []),
		...(below && !isGroup(below)
			? [{ label: 'Group with next', run: wrap(2), disabled: atBottom }]
			: []),
		{ label: 'Wrap in a group', run: wrap(1), disabled: atBottom },
		...(isGroup(member)
			? [
					{
						label: 'Ungroup',
						run: async () => {
							unwrapMember(own(), index);
							await go(index);
						},
					},
				]
			: []),
		{
			label: 'Duplicate',
			disabled: !group.hasRoom,
			run: async () => {
				own().splice(index + 1, 0, JSON.parse(JSON.stringify(member)) as DraftRule);
				await go(index + 1);
			},
		},
		{
			label: groupKindOf(member) && isGroup(member) ? 'Remove group' : 'Remove',
			run: () => group.remove(index),
		},
	];
}
