import { readFileSync } from 'node:fs';

import type { Plugin } from 'vite';

type Icon = {
	name: string;
	size: number;
	node: [tag: string, attributes: Record<string, string>][];
};

/**
 * Compiles each icon to a template that the browser clones. The library creates every element separately, which took
 * a tenth of the render time. Icons accept only a class, which a test checks.
 */
export function plainIcons(): Plugin {
	return {
		name: 'plain-icons',
		enforce: 'pre',
		load(id) {
			if (!/\/@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/.test(id.replaceAll('\\', '/'))) return;
			const [, data] = /^const iconData = (\{.*\});$/m.exec(readFileSync(id, 'utf8')) ?? [];
			if (!data) throw new Error(`${id} does not contain its icon data.`);
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
	const { class: className } = $props();
</script>

<svg class={className} ${rest}>${drawing}</svg>
`;
}

function describe(attributes: Record<string, string>): string {
	return Object.entries(attributes)
		.map(([name, value]) => `${name}=${JSON.stringify(value)}`)
		.join(' ');
}
