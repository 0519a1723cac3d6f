import type { Caller, Identity } from '@feedback/contract/wire';

type Stored = { visitor: string; identity: Identity };

/**
 * The identity of the visitor in a preview. The service stores no identify of a preview, so each call contains the
 * identity, even after a navigation in this tab.
 */
export function createPreviewIdentity(key: string) {
	let stored = read(key);
	const store = (value?: Stored) => {
		stored = value;
		try {
			if (value) sessionStorage.setItem(key, JSON.stringify(value));
			else sessionStorage.removeItem(key);
		} catch {
			// Without storage, the identity is lost with the page.
		}
	};
	return {
		/** Returns the identity to send with a call, after adding the call's own. */
		merge(route: string, { visitor, identify }: Caller): Identity | undefined {
			if (route === 'reset') store();
			if (identify) {
				const same = stored?.visitor === visitor && stored.identity.account === identify.account;
				const traits = { ...(same && stored?.identity.traits), ...identify.traits };
				store({ visitor, identity: { ...identify, traits } });
			}
			// Requests about a display contain no visitor.
			return stored && stored.visitor === visitor ? stored.identity : undefined;
		},
		forget: () => store(),
	};
}

function read(key: string): Stored | undefined {
	try {
		return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored | null) ?? undefined;
	} catch {
		return undefined;
	}
}
