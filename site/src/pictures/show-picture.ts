/** Shows a picture above the page. On a narrow screen its link opens the file, which can be zoomed there. */
class DocsPicture extends HTMLElement {
	connectedCallback() {
		this.addEventListener('click', (event) => {
			const link = (event.target as Element).closest('a');
			const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
			if (!link || elsewhere || !matchMedia('(min-width: 50em)').matches) return;
			event.preventDefault();
			show(link);
		});
	}
}

function show(link: HTMLAnchorElement): void {
	const image = new Image();
	image.src = link.href;
	image.alt = link.querySelector('img')!.alt;
	const button = document.createElement('button');
	button.textContent = 'Close';
	const dialog = document.createElement('dialog');
	dialog.className = 'picture-dialog';
	dialog.ariaLabel = 'The whole picture';
	dialog.append(button, image);
	dialog.addEventListener('click', () => dialog.close());
	dialog.addEventListener('close', () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}

customElements.define('docs-picture', DocsPicture);
