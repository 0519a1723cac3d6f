import { eventNameSchema, uuidSchema, valuesSchema } from '@feedback/contract';
import type { RouteInput } from '@feedback/contract';

/** A case as it is typed: whom, and which event. */
export type TypedCase = {
	whom: 'account' | 'visitor';
	subject: string;
	name: string;
	/** JSON. */
	properties: string;
	verified: boolean;
};

type Faults = Partial<Record<'subject' | 'name' | 'properties', string>>;

/**
 * What is typed, as the service takes it; or what is wrong with it, told in sentences.
 *
 * @example
 * readCase({ whom: 'account', subject: 'ada', name: 'a.b', properties: '{}', verified: false }).input;
 */
export function readCase(typed: TypedCase): {
	input?: Omit<RouteInput<'testRules'>, 'site'>;
	faults: Faults;
} {
	const faults: Faults = {};
	const subject = typed.subject.trim();
	const name = typed.name.trim();
	if (subject === '') {
		faults.subject = typed.whom === 'account' ? 'Type an account ID.' : 'Type a visitor’s UUID.';
	} else if (typed.whom === 'visitor' && !uuidSchema.safeParse(subject).success) {
		faults.subject = 'A visitor is a UUID, such as an event’s details show it.';
	}
	const named = eventNameSchema.safeParse(name);
	if (!named.success) {
		faults.name =
			name === ''
				? 'Choose an event.'
				: `The name ${named.error.issues[0]?.message ?? 'is wrong'}.`;
	}
	const values = valuesSchema.safeParse(parseJson(typed.properties));
	if (!values.success) {
		faults.properties =
			'Write a flat object of texts, numbers, true, false and null, such as {"format": "pdf"}.';
	}
	if (!named.success || !values.success || faults.subject !== undefined) return { faults };
	const event = { name, properties: values.data, verified: typed.verified };
	return { input: { [typed.whom]: subject, event }, faults };
}

function parseJson(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}
