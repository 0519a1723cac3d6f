export async function start(configFile: string | undefined): Promise<void> {
	void configFile;
}
