/** Does nothing: what the runtime and the load generator cost. */
export async function handle(request: Request): Promise<Response> {
	await request.text();
	return Response.json({ now: Date.now() });
}
