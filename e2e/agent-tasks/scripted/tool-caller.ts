import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

type Input = Record<string, unknown>;

type Refused = {
	error: { code: string; message: string; hint?: string };
	approval?: { id: string; url: string };
};

/** Calls the tools of a server with the official client, as an editor does. */
export class ToolCaller {
	readonly #client: Client;

	private constructor(client: Client) {
		this.#client = client;
	}

	/** Connects to an address; without a token, only tools that need no sign-in can be called. */
	static async connect({ mcpUrl, mcpToken }: { mcpUrl: string; mcpToken?: string }) {
		const client = new Client({ name: 'Scripted agent', version: '1' });
		const headers: HeadersInit =
			mcpToken === undefined ? {} : { authorization: `Bearer ${mcpToken}` };
		await client.connect(
			new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit: { headers } }),
		);
		return new ToolCaller(client);
	}

	/** Calls a tool; if a person has to approve, waits for them and calls it again. Rejects after a denial. */
	async read<Data = Input>(name: string, input: Input = {}): Promise<Data> {
		const first = await this.try<Data>(name, input);
		if (!('error' in first)) return first.data;
		const { error, approval } = first;
		if (!approval) throw new Error(`${error.message} ${error.hint ?? ''}`.trim());
		type Waited = { requests: { state: string; reason: string | null }[] };
		const { requests } = await this.read<Waited>('grants', { do: 'wait', request: approval.id });
		const [{ state, reason }] = requests as [Waited['requests'][number]];
		if (state !== 'approved') throw new Error(`${state}: ${reason ?? approval.url}`);
		const again = await this.try<Data>(name, input);
		if ('error' in again) throw new Error(again.error.message);
		return again.data;
	}

	/** Runs a command by its name, and returns its result. */
	async run<Data = Input>(name: string, input: Input = {}): Promise<Data> {
		return (await this.read<{ result: Data }>('command_run', { name, input })).result;
	}

	/** Calls a tool once; resolves to its data or its error. */
	async try<Data = Input>(name: string, input: Input = {}): Promise<{ data: Data } | Refused> {
		const called = await this.#client.callTool({ name, arguments: input });
		const [first] = called.content as { text?: string }[];
		if (!called.isError) return { data: called.structuredContent as Data };
		return JSON.parse(first!.text!) as Refused;
	}

	listTools() {
		return this.#client.listTools();
	}

	close(): Promise<void> {
		return this.#client.close();
	}
}
