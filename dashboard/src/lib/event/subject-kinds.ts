export type SubjectKind = 'account' | 'visitor';

/** The kinds of subject, as options of a select field. */
export const subjectKinds: readonly { value: SubjectKind; label: string }[] = [
	{ value: 'account', label: 'Account' },
	{ value: 'visitor', label: 'Visitor' },
];
