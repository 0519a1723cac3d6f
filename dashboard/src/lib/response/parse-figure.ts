import { responseFigureSchema } from '@feedback/contract';
import type { ResponseFigure } from '@feedback/contract';

/** The figure of a URL, as JSON; undefined if it is none. */
export function parseFigure(json: string): ResponseFigure | undefined {
	try {
		return responseFigureSchema.safeParse(JSON.parse(json)).data;
	} catch {
		return undefined;
	}
}
