let asking = 0;

/**
 * Shows the skeleton of app.html, which appears before any script, in place of the page.
 *
 * @param of 'shared' for the skeleton of shared results
 * @returns a function that hides the skeleton, unless another part of the page still shows it
 */
export function showWaiting(of: '' | 'shared' = ''): () => void {
	const { dataset } = document.documentElement;
	dataset['waiting'] = of;
	asking += 1;
	return () => {
		asking -= 1;
		if (asking > 0) return;
		delete dataset['waiting'];
		// The tabs and the description belong to the first page.
		const skeleton = document.getElementById('waiting');
		delete skeleton?.dataset['tabs'];
		for (const text of skeleton?.querySelectorAll('[data-description]') ?? [])
			text.textContent = '';
	};
}
