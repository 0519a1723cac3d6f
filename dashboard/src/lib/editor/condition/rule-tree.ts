import type { DraftCondition } from './subjects.ts';

// Edits a rule in place: conditions in groups. A single condition is not a group: it is shown as a group with one
// member, and becomes a group when a second condition is added.

export type GroupKind = 'all' | 'any' | 'none';
export type DraftRule = Record<string, unknown>;

export const groupKinds: readonly GroupKind[] = ['all', 'any', 'none'];

/** Undefined for a condition. */
export function groupKindOf(rule: DraftRule): GroupKind | undefined {
	return groupKinds.find((kind) => Array.isArray(rule[kind]));
}

/** Members of a group, to be changed in place; undefined for a condition. */
export function membersOf(rule: DraftRule): DraftRule[] | undefined {
	const kind = groupKindOf(rule);
	return kind && (rule[kind] as DraftRule[]);
}

/** Changes how the members of a group combine. */
export function changeKind(group: DraftRule, next: GroupKind): void {
	const kind = groupKindOf(group);
	if (!kind || kind === next) return;
	const members = group[kind];
	delete group[kind];
	group[next] = members;
}

/** Adds a member to a rule; a single condition becomes a group of both. */
export function withMember(rule: DraftRule | undefined, member: DraftRule): DraftRule {
	if (!rule) return member;
	const members = membersOf(rule);
	if (!members) return { all: [rule, member] };
	members.push(member);
	return rule;
}

/** Replaces `count` members from `start` on by a group of them. */
export function wrapMembers(
	members: DraftRule[],
	start: number,
	count: number,
	kind: GroupKind,
): void {
	const inside = members.slice(start, start + count);
	members.splice(start, count, { [kind]: inside });
}

/** Replaces the group at `index` by its members. @returns their number */
export function unwrapMember(members: DraftRule[], index: number): number {
	const inside = membersOf(members[index]!);
	if (!inside) return 1;
	members.splice(index, 1, ...inside);
	return inside.length;
}

/** Moves a member within its list. @returns false if the position does not exist */
export function moveMember(members: DraftRule[], from: number, to: number): boolean {
	if (to < 0 || to >= members.length) return false;
	const [member] = members.splice(from, 1);
	members.splice(to, 0, member!);
	return true;
}

/** Moves a member of the group at `index` to the position after that group, and removes the group if it is empty. */
export function moveOut(members: DraftRule[], index: number, inner: number): number {
	const inside = membersOf(members[index]!)!;
	const [member] = inside.splice(inner, 1);
	if (inside.length === 0) {
		members.splice(index, 1, member!);
		return index;
	}
	members.splice(index + 1, 0, member!);
	return index + 1;
}

/** The single conditions of a rule, from left to right. */
export function listConditions(rule: DraftRule | undefined): DraftCondition[] {
	if (!rule) return [];
	const members = membersOf(rule);
	return members ? members.flatMap(listConditions) : [rule];
}

/** The condition of a group that only negates it: such a group is shown as a row. */
export function soleNegated(rule: DraftRule): DraftCondition | undefined {
	const members = groupKindOf(rule) === 'none' ? membersOf(rule)! : [];
	const [only] = members;
	if (members.length !== 1 || !only || groupKindOf(only)) return undefined;
	return 'was' in only || ('event' in only && 'times' in only) ? only : undefined;
}
