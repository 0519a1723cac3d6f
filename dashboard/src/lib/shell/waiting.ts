let asking = 0;

/**
 * Shows the skeleton of app.html, which appears before any script, in place of the page.
 *
 * @returns hides it, unless another part of the page still shows it
 */
export function showWaiting(): () => void {
	const { dataset } = document.documentElement;
	dataset['waiting'] = '';
	asking += 1;
	return () => {
		asking -= 1;
		if (asking > 0) return;
		delete dataset['waiting'];
		// They belong to the first page.
		for (const text of document.querySelectorAll('#waiting [data-description]'))
			text.textContent = '';
	};
}
