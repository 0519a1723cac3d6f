/** A page in a browser of any engine, as far as the journeys need it. */
export type BrowserPage = {
	/** Name and version of the browser. */
	browser: string;
	version: string;
	open(url: string): Promise<void>;
	/** Runs an asynchronous function body in the page; resolves to what it returns. */
	run<Result>(code: string): Promise<Result>;
	/** Presses the main button at a point of the viewport. */
	click(x: number, y: number): Promise<void>;
	/** Moves the pointer without pressing it. */
	move(x: number, y: number): Promise<void>;
	/** Types into the element that has the focus. */
	type(text: string): Promise<void>;
	press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>;
	close(): Promise<void>;
};

/** A browser of Debian that tests can start. */
export type Engine = {
	name: string;
	/** Debian packages with the browser. */
	packages: string[];
	isInstalled(): boolean;
	start(): Promise<BrowserPage>;
};
