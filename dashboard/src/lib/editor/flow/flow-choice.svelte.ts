const key = 'feedback:editor-view';

/** How the person sees the questions, in this browser. */
export const flowChoice = createChoice();

function createChoice(): { isFlow: boolean } {
	let isFlow = $state(read());
	return {
		get isFlow() {
			return isFlow;
		},
		set isFlow(next) {
			isFlow = next;
			try {
				localStorage.setItem(key, next ? 'flow' : 'list');
			} catch {
				// Storage may be blocked: the choice then ends with the page.
			}
		},
	};
}

function read(): boolean {
	try {
		return localStorage.getItem(key) === 'flow';
	} catch {
		return false;
	}
}
