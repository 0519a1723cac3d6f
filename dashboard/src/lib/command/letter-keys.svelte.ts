const key = 'feedback-letter-keys';

function read(): boolean {
	try {
		return localStorage.getItem(key) !== 'off';
	} catch {
		return true;
	}
}

let on = $state(read());

/** Whether single letters are shortcuts. They can be off, because speech input and slips trigger them by accident. */
export const letterKeys = {
	get on(): boolean {
		return on;
	},
	set on(next: boolean) {
		on = next;
		try {
			if (next) localStorage.removeItem(key);
			else localStorage.setItem(key, 'off');
		} catch {
			// Storage is blocked: the choice lasts until the page closes.
		}
	},
};
