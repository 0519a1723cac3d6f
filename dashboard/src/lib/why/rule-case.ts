import { eventNameSchema, uuidSchema } from '@feedback/contract';
import type { RouteInput } from '@feedback/contract';

import type { SubjectKind } from '#lib/event/subject-kinds.ts';
import { readTypedValues } from '#lib/text/typed-values.ts';
import { valuesError } from '#lib/text/values-error.ts';

/** A test case as entered: a subject and an event. */
export type TypedCase = {
	subjectKind: SubjectKind;
	subject: string;
	name: string;
	/** JSON. */
	properties: string;
	verified: boolean;
};

type CaseErrors = Partial<Record<'subject' | 'name' | 'properties', string>>;

/**
 * Converts a typed case to a request, or describes its errors.
 *
 * @example
 * readCase({ subjectKind: 'account', subject: 'ada', name: 'a.b', properties: '{}', verified: false }).input;
 */
export function readCase(typed: TypedCase): {
	input?: Omit<RouteInput<'testRules'>, 'site'>;
	errors: CaseErrors;
} {
	const errors: CaseErrors = {};
	const subject = typed.subject.trim();
	const name = typed.name.trim();
	if (subject === '') {
		errors.subject =
			typed.subjectKind === 'account' ? 'Enter an account ID.' : 'Enter a visitor’s UUID.';
	} else if (typed.subjectKind === 'visitor' && !uuidSchema.safeParse(subject).success) {
		errors.subject = 'A visitor ID is a UUID. The details of an event show it.';
	}
	const named = eventNameSchema.safeParse(name);
	if (!named.success) {
		errors.name =
			name === ''
				? 'Choose an event.'
				: `The name ${named.error.issues[0]?.message ?? 'is wrong'}.`;
	}
	const properties = readTypedValues(typed.properties);
	if (!properties) errors.properties = valuesError;
	if (!named.success || !properties || errors.subject !== undefined) return { errors };
	const event = { name, properties, verified: typed.verified };
	return { input: { [typed.subjectKind]: subject, event }, errors };
}
