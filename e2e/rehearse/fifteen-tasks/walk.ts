import type { Locator, Page } from 'playwright';

/** What a task takes. */
export type Effort = {
	/** Presses of the mouse. A choice in a list takes two: one opens the list. */
	clicks: number;
	/** Presses of keys, each typed letter included. */
	keys: number;
	/** How often something had to be scrolled into view. */
	scrolls: number;
	/** From the first page to the answer. Nobody reads or thinks meanwhile, so this is the machine's time. */
	seconds: number;
};

/** A person at a page, who finds everything by its role and its name. Counts what they do. */
export class Walk {
	readonly page: Page;
	#clicks = 0;
	#keys = 0;
	#scrolls = 0;
	#start = performance.now();

	constructor(page: Page) {
		this.page = page;
	}

	/** Opens the page on which the task begins. The time starts here. */
	async begin(path: string): Promise<void> {
		this.#start = performance.now();
		await this.page.goto(path);
	}

	async click(target: Locator): Promise<void> {
		await this.#reach(target);
		await target.click();
		this.#clicks += 1;
	}

	/** Clicks a radio button that is drawn by what covers it. */
	async pick(target: Locator): Promise<void> {
		await this.#reach(target);
		await target.check({ force: true });
		this.#clicks += 1;
	}

	/** Chooses in a list by its label. */
	async choose(target: Locator, label: string): Promise<void> {
		await this.#reach(target);
		await target.selectOption({ label });
		this.#clicks += 2;
	}

	/** Types into a field; clicks it first unless it has the focus. */
	async type(target: Locator, text: string): Promise<void> {
		await this.#focus(target);
		await this.page.keyboard.type(text);
		this.#keys += text.length;
	}

	/** Types over what a field contains. */
	async replace(target: Locator, text: string): Promise<void> {
		await this.#focus(target);
		await this.press('Control+a');
		await this.type(target, text);
	}

	/** Pastes a text that the person has copied elsewhere. */
	async paste(target: Locator, text: string): Promise<void> {
		await this.#focus(target);
		await this.page.keyboard.insertText(text);
		this.#keys += 1;
	}

	async press(key: string): Promise<void> {
		await this.page.keyboard.press(key);
		this.#keys += 1;
	}

	/** Waits until an answer is on the screen, and scrolls to it if it is not. */
	async see(answer: Locator): Promise<void> {
		await this.#reach(answer.first());
	}

	get effort(): Effort {
		return {
			clicks: this.#clicks,
			keys: this.#keys,
			scrolls: this.#scrolls,
			seconds: Number(((performance.now() - this.#start) / 1_000).toFixed(1)),
		};
	}

	async #focus(target: Locator): Promise<void> {
		await target.waitFor();
		const hasFocus = await target.evaluate((field) => field === document.activeElement);
		if (!hasFocus) await this.click(target);
	}

	async #reach(target: Locator): Promise<void> {
		await target.waitFor();
		if (await target.evaluate(isInView)) return;
		await target.scrollIntoViewIfNeeded();
		this.#scrolls += 1;
	}
}

/** Runs in the page. */
function isInView(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	return bottom > 0 && top < innerHeight;
}
