import { icons } from '@iconify-json/lucide';
import type { Plugin } from 'vite';

const prefix = 'icons/';
const suffix = '.svelte';

/**
 * Turns `import Plus from 'icons/plus'` into a component that draws this Lucide icon by cloning markup. Lucide's own
 * components create every element separately, and took a tenth of the render time.
 */
export function drawIcons(): Plugin {
	return {
		name: 'draw-icons',
		enforce: 'pre',
		// The scan for dependencies would look for the components on the disk.
		config: () => ({ optimizeDeps: { exclude: [prefix.slice(0, -1)] } }),
		resolveId(source) {
			return source.startsWith(prefix) ? `/virtual/${source}${suffix}` : undefined;
		},
		load(id) {
			if (!id.startsWith(`/virtual/${prefix}`) || !id.endsWith(suffix)) return;
			const code = toSvelte(id.slice(`/virtual/${prefix}`.length, -suffix.length));
			// No source map: its source is not on the disk.
			return { code, map: { mappings: '' } };
		},
	};
}

function toSvelte(name: string): string {
	const icon = icons.icons[name];
	if (!icon) throw new Error(`Lucide has no icon “${name}”.`);
	return `<script>
	const { class: className } = $props();
</script>

<svg class={className} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${icon.body}</svg>
`;
}
