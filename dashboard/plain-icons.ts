import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

type Icon = {
	name: string;
	size: number;
	node: [tag: string, attributes: Record<string, string>][];
};

/**
 * Draws each icon as a piece of markup that the browser copies, where the library builds it element by element:
 * that took a tenth of a page's time. All that an icon is given is its class; a test holds to it.
 */
export function plainIcons(): Plugin {
	return {
		name: 'plain-icons',
		enforce: 'pre',
		load(id) {
			if (!/\/@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/.test(id.replaceAll('\\', '/'))) return;
			const [, data] = /^const iconData = (\{.*\});$/m.exec(readFileSync(id, 'utf8')) ?? [];
			if (!data) throw new Error(`${id} does not hold its icon where it used to.`);
			return toSvelte(JSON.parse(data) as Icon);
		},
	};
}

function toSvelte({ size, node }: Icon): string {
	const drawing = node.map(([tag, attributes]) => `<${tag} ${describe(attributes)} />`).join('');
	const shape = { width: '24', height: '24', viewBox: `0 0 ${size} ${size}`, fill: 'none' };
	const line = { stroke: 'currentColor', 'stroke-width': '2' };
	const ends = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
	const rest = describe({ ...shape, ...line, ...ends, 'aria-hidden': 'true' });
	return `<script>
	const { class: look } = $props();
</script>

<svg class={look} ${rest}>${drawing}</svg>
`;
}

function describe(attributes: Record<string, string>): string {
	return Object.entries(attributes)
		.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
		.join(' ');
}
