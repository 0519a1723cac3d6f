/** Does nothing: measures the runtime and the load generator. */
export async function handle(request: Request): Promise<Response> {
	await request.text();
	return Response.json({ now: Date.now() });
}
