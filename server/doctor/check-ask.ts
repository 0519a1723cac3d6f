import { isIPv4 } from 'node:net';

import { limits, ServiceError } from '@feedback/contract';

import { createModel, ModelFailure } from '../../supabase/functions/manage/ask/model.ts';
import { openNetwork, type Network } from '../../supabase/functions/_shared/outgoing/network.ts';
import {
	OutgoingError,
	type OutgoingFailure,
} from '../../supabase/functions/_shared/outgoing/outgoing-error.ts';
import { createOutgoing } from '../../supabase/functions/_shared/outgoing/outgoing.ts';
import {
	parsePrivateNetworks,
	type PrivateNetworks,
} from '../../supabase/functions/_shared/outgoing/private-networks.ts';
import type { Config } from '../config/config-schema.ts';
import { type Check, failed, passed } from './check.ts';

const name = 'ask in words';

/** Enough to see that the address, the key and the model are right, and that it can reply in a given form. */
const request = {
	messages: [{ role: 'user' as const, content: 'Reply with {"ready": true}.' }],
	reply: {
		name: 'check',
		schema: {
			type: 'object',
			properties: { ready: { type: 'boolean' } },
			required: ['ready'],
			additionalProperties: false,
		},
	},
	timeoutMs: limits.ask.milliseconds,
};

/** Asks the language model for a few words, by the connections that the functions may open. No check without one. */
export async function checkAsk(
	config: Pick<Config, 'ask' | 'private_networks' | 'outgoing_https'>,
): Promise<Check[]> {
	const { ask } = config;
	if (!ask) return [];
	const url = new URL(ask.url);
	const model = createModel({ url, name: ask.model, key: ask.key }, openLikeFunctions(config, url));
	try {
		await model.complete(request);
		return [passed(name, `The language model ${ask.model} answers at ${url.host}.`)];
	} catch (error) {
		const failure = error instanceof ServiceError ? error.cause : undefined;
		if (!(failure instanceof ModelFailure)) throw error;
		const what = `The language model ${ask.model} at ${url.host} cannot be used: ${failure.message}.`;
		return [failed(name, what, findFix(failure, ask.key !== undefined))];
	}
}

/** The functions have fewer permissions than this command, so what they may not reach is refused here too. */
function openLikeFunctions(
	{
		private_networks: networks,
		outgoing_https: isOn,
	}: Pick<Config, 'private_networks' | 'outgoing_https'>,
	{ hostname }: URL,
) {
	const also = isIPv4(hostname) ? [hostname] : [];
	const privateNetworks = parsePrivateNetworks([...networks, ...also].join(','));
	return createOutgoing(restrict(openNetwork(), privateNetworks), {
		privateNetworks,
		isOff: !isOn,
	});
}

function restrict(network: Network, privateNetworks: PrivateNetworks): Network {
	return {
		...network,
		async send(address, sent) {
			const isUsual = isIPv4(address) && sent.url.protocol === 'https:' && sent.url.port === '';
			if (!isUsual && !privateNetworks.includes(address)) throw new OutgoingError('not_permitted');
			return network.send(address, sent);
		},
	};
}

const network =
	'Correct ask.url; if the model is in a private network, add its address to private_networks.';
const connection = 'Check host and port in ask.url, and the firewall.';
const fixes: Record<OutgoingFailure | 'no_completion', string> = {
	insecure_url: network,
	credentials_in_url: 'Write the key in ask.key instead of ask.url.',
	unknown_host: 'Check the host name in ask.url.',
	private_address: network,
	switched_off: 'Set outgoing_https to true, or add the address of the model to private_networks.',
	not_permitted: network,
	unreachable: connection,
	interrupted: connection,
	untrusted_certificate: 'Give the host a certificate of an authority that this machine trusts.',
	timeout: 'Check host and port in ask.url, or choose a faster model.',
	headers_too_large: connection,
	response_too_large: 'Choose a model that keeps to max_tokens.',
	bad_response: connection,
	no_completion: 'Correct ask.url, to which /chat/completions is added.',
};

function findFix({ reason }: ModelFailure, hasKey: boolean): string {
	if (typeof reason !== 'number') return fixes[reason];
	if (reason >= 300 && reason < 400) return 'Correct ask.url: redirects are not followed.';
	if (reason === 401 || reason === 403) return hasKey ? 'Correct ask.key.' : 'Set ask.key.';
	if (reason === 404) {
		return 'Check ask.url, to which /chat/completions is added, and the name in ask.model.';
	}
	if (reason === 429) return 'Wait, or raise what the provider of the model allows for ask.key.';
	if (reason === 400 || reason === 422) {
		return 'Choose a model with structured outputs: it must accept response_format with a JSON Schema.';
	}
	return 'See the log of the model’s server, or the status page of its provider.';
}
