import { graphlib, layout } from '@dagrejs/dagre';

import type { Exit } from './list-exits.ts';

type Point = { x: number; y: number };
export type PlacedExit = Exit & { points: Point[]; /** Center of the label. */ at: Point };
export type Flow = {
	width: number;
	height: number;
	/** Centers of the questions, and of the end last. */
	nodes: Point[];
	exits: PlacedExit[];
};

/** Sizes of a question in pixels. */
export const nodeSize = { width: 176, height: 56 };
const labelHeight = 20;

/** The width of a label, which is truncated beyond it. */
export const labelWidth = (label: string) => Math.min(label.length * 6.5 + 12, 150);

/** Places the questions from the top to the bottom, so that few exits cross. */
export function layOutFlow(count: number, exits: readonly Exit[]): Flow {
	const graph = new graphlib.Graph({ multigraph: false });
	graph.setGraph({ rankdir: 'TB', nodesep: 20, edgesep: 16, ranksep: 22, marginx: 8, marginy: 8 });
	graph.setDefaultEdgeLabel(() => ({}));
	for (let at = 0; at <= count; at += 1) graph.setNode(String(at), { ...nodeSize });
	for (const { from, to, label } of exits) {
		const size = label ? { width: labelWidth(label), height: labelHeight, labelpos: 'c' } : {};
		// Straight where the next question follows.
		graph.setEdge(String(from), String(to), { ...size, weight: to === from + 1 ? 4 : 1 });
	}
	layout(graph);
	const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
	const nodeOf = (at: number) => graph.node(String(at)) as Point;
	return {
		width,
		height,
		nodes: Array.from({ length: count + 1 }, (_, at) => {
			const { x, y } = nodeOf(at);
			return { x, y };
		}),
		exits: exits.map((exit) => {
			const edge = graph.edge(String(exit.from), String(exit.to)) as {
				points: Point[];
				x?: number;
				y?: number;
			};
			const middle = edge.points[Math.floor(edge.points.length / 2)]!;
			return { ...exit, points: edge.points, at: { x: edge.x ?? middle.x, y: edge.y ?? middle.y } };
		}),
	};
}

/**
 * A line through points, with round corners.
 *
 * @example
 * drawLine([{ x: 0, y: 0 }, { x: 0, y: 9 }]); // 'M0,0L0,9'
 */
export function drawLine(points: readonly Point[]): string {
	const [first, ...rest] = points;
	const last = rest.at(-1);
	if (!first || !last) return '';
	const middle = (one: Point, other: Point) => `${(one.x + other.x) / 2},${(one.y + other.y) / 2}`;
	const curves = rest
		.slice(0, -1)
		.map((point, at) => `Q${point.x},${point.y} ${middle(point, rest[at + 1]!)}`);
	return `M${first.x},${first.y}${curves.join('')}L${last.x},${last.y}`;
}
