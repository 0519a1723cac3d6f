import { ServiceError } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { JsonValue } from '../../../../database/parameters.ts';

export type Quote = { response: string; question: string; quote: string };

/**
 * Finds the quotes in the texts: white space may differ. Throws `invalid_request` for the first quote that
 * its text does not contain; `field` names the list of the quotes.
 */
export async function findQuotes<Given extends Quote>(
	tx: Tx,
	site: string,
	given: readonly Given[],
	field: (index: number) => string,
): Promise<Given[]> {
	if (given.length === 0) return [];
	const addresses = given.map(({ response, question }) => ({ response, question }));
	const texts = await tx<{ text: string | null }[]>`
		select t.text from jsonb_array_elements(${tx.json(addresses as JsonValue)}) with ordinality g (address, place)
		left join app.text_answers t on t.site_id = ${site} and t.display_id = (g.address ->> 'response')::uuid
		  and t.question_id = g.address ->> 'question'
		order by g.place`;
	return given.map((one, index) => {
		const { text } = texts[index]!;
		if (text === null) {
			throw new ServiceError('invalid_request', {
				field: `${field(index)}.question`,
				message: `${field(index)}: the response has no such text`,
			});
		}
		const quote = findQuote(text, one.quote);
		if (quote === undefined) {
			throw new ServiceError('invalid_request', {
				field: `${field(index)}.quote`,
				message: `${field(index)}.quote must be copied from the text, which does not hold it`,
			});
		}
		return { ...one, quote };
	});
}

/**
 * @example
 * findQuote('Exports  are slow', 'exports are'); // undefined
 * findQuote('Exports  are slow', 'Exports are'); // 'Exports  are'
 */
export function findQuote(text: string, quote: string): string | undefined {
	const words = quote.trim().split(/\s+/u);
	const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
	return new RegExp(pattern, 'u').exec(text)?.[0];
}
