import type { Caller, ReportedEvent } from '@feedback/contract/wire';

type Body = Partial<Caller> & {
	events?: ReportedEvent[];
	survey_id?: string;
	state?: string;
	reason?: string;
	final?: boolean;
};

/** What a request is about. */
export function describeRequest(route: string, body: Body): string {
	const account = body.identify ? ` With it: identify of account "${body.identify.account}".` : '';
	return `Sent ${describeContent(route, body)}.${account}`;
}

function describeContent(route: string, body: Body): string {
	switch (route) {
		case 'events':
			return (body.events ?? [])
				.map(({ name, properties }) => `event "${name}" ${JSON.stringify(properties ?? {})}`)
				.join(', ');
		case 'show':
			return `show of prompt "${body.survey_id}"`;
		case 'display':
			return `display: ${body.state}${body.reason ? ` (${body.reason})` : ''}`;
		case 'answer':
			return body.final ? 'the final answers' : 'the answers so far';
		case 'claim':
			return 'a delayed prompt, which is due: may it be displayed?';
		case 'poll':
			return 'a question for prompts that wait for the account';
		default:
			return route;
	}
}
