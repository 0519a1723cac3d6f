/**
 * How sure the service must be that the person is here, and that nobody and nothing else uses their session.
 * `recent`: they signed in within the last minutes. `presence`: they confirm exactly this with a passkey; without
 * one, `recent`. A connection acts by grants, which a person approved.
 */
export type Assurance = 'none' | 'recent' | 'presence';

/** An assurance that depends on the input. */
export type ConditionalAssurance = {
	level: Assurance;
	/** Completes "presence, …" in the documentation. */
	when: string;
	applies(input: Readonly<Record<string, unknown>>): boolean;
	otherwise: Assurance;
};

/** Of a call that lets what visitors wrote leave the service, if `words` is set. */
export const assuranceForWords: ConditionalAssurance = {
	level: 'presence',
	when: 'with what people wrote',
	applies: ({ words }) => words === true,
	otherwise: 'recent',
};

/** What the setting `presence` of a site decides about. */
export type PresencePolicy = 'publishing' | 'exporting';

type Assured = { assurance?: Assurance | ConditionalAssurance };

/**
 * What a call of the route needs of a person.
 *
 * @example
 * assuranceOf(routes.invite, { workspace, email, role: 'owner' }); // 'presence'
 */
export function assuranceOf({ assurance = 'none' }: Assured, input: object): Assurance {
	if (typeof assurance === 'string') return assurance;
	return assurance.applies({ ...input }) ? assurance.level : assurance.otherwise;
}

/** The levels that a route may need, the highest first. */
export function listAssurances({ assurance = 'none' }: Assured): Assurance[] {
	return typeof assurance === 'string' ? [assurance] : [assurance.level, assurance.otherwise];
}

/** What a route needs of a person, in words. */
export function describeAssurance({
	assurance = 'none',
	policy,
}: Assured & { policy?: PresencePolicy }): string {
	const needed =
		typeof assurance === 'string'
			? assurance
			: `${assurance.level} ${assurance.when}, otherwise ${assurance.otherwise}`;
	return policy === undefined ? needed : `${needed}; a site may turn presence off for ${policy}`;
}
