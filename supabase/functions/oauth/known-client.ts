import type { Caller } from './caller.ts';

/** A client that requests access. All clients are public: no secret authenticates them. */
export type Client = {
	id: string;
	kind: 'builtin' | 'registered' | 'document';
	/** The client's own name for itself. */
	name: string;
	/** Host of its document. */
	host: string | null;
	redirectUris: readonly string[];
};

type Row = Pick<Client, 'kind' | 'name' | 'host'> & { redirect_uris: string[]; fresh: boolean };

/** A stored client; `fresh` is false when its document has to be fetched again. */
export async function readClient(
	{ service, at }: Caller,
	id: string,
): Promise<(Client & { fresh: boolean }) | undefined> {
	const [row] = await service.home<Row[]>`
		select kind, name, host, to_jsonb(redirect_uris) as redirect_uris, fresh
		from app.find_client(${id}, ${at})`;
	if (!row) return undefined;
	const { redirect_uris: redirectUris, ...known } = row;
	return { id, ...known, redirectUris };
}
