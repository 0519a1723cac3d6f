import type { Caller, Identity } from '@feedback/contract/wire';

type Kept = { visitor: string; identity: Identity };

/**
 * Whom a preview takes the visitor for. The service keeps nothing of an identify, so that it has to come with
 * every call, also after a navigation in this tab.
 */
export function createImagined(key: string) {
	let kept = read(key);
	const keep = (value?: Kept) => {
		kept = value;
		try {
			if (value) sessionStorage.setItem(key, JSON.stringify(value));
			else sessionStorage.removeItem(key);
		} catch {
			// Without storage it lasts as long as the page.
		}
	};
	return {
		/** The identity to send with a call, once what the call says is added. */
		merge(route: string, { visitor, identify }: Caller): Identity | undefined {
			if (route === 'reset') keep();
			if (identify) {
				const same = kept?.visitor === visitor && kept.identity.account === identify.account;
				const traits = { ...(same && kept?.identity.traits), ...identify.traits };
				keep({ visitor, identity: { ...identify, traits } });
			}
			return kept?.visitor === visitor ? kept.identity : undefined;
		},
		forget: () => keep(),
	};
}

function read(key: string): Kept | undefined {
	try {
		return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
	} catch {
		return undefined;
	}
}
