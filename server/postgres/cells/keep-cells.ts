import { setTimeout } from 'node:timers/promises';

import type { Log } from '../../log/log.ts';
import type { DatabaseAddress } from '../database-address.ts';
import { connectDatabase } from '../connect.ts';
import { decideDuePrompts } from '../due-prompts.ts';
import { keepRetention, type Retention } from '../retention.ts';
import { beatHome } from './beat-home.ts';
import { deleteLeaving } from './delete-leaving.ts';
import { createDirectorySweep } from './sweep-directory.ts';
import type { Cell } from './cell.ts';

/** Milliseconds between two looks at what home has changed. */
const followMs = 5_000;

/** Milliseconds between two looks for what the directory has and the cell has not. */
const sweepMs = 15 * 60_000;

/** Milliseconds until the maintenance of a cell is started again that was down. */
const retryMs = 30_000;

/**
 * Does for each cell what the server does for home: maintenance, and deciding about due prompts. Beats for home, unless
 * there are no cells. A cell that is down does not keep the others waiting, nor the start of the server.
 */
export function keepCells(
	home: DatabaseAddress,
	cells: readonly Cell[],
	log: Log,
): { stop(): Promise<void> } {
	if (cells.length === 0) return { stop: () => Promise.resolve() };
	const beating = beatHome(home, log);
	const kept = cells.map((cell) => keepCell(home, cell, log));
	return {
		async stop() {
			await Promise.all([beating, ...kept].map((part) => part.stop()));
		},
	};
}

function keepCell(
	home: DatabaseAddress,
	{ name, address }: Cell,
	log: Log,
): { stop(): Promise<void> } {
	const duePrompts = decideDuePrompts(address, log);
	const stopping = new AbortController();
	const { signal } = stopping;
	const starting = startRetention();
	const following = follow();
	return {
		async stop() {
			stopping.abort();
			await Promise.all([duePrompts.stop(), following, (await starting)?.stop()]);
		},
	};

	async function follow(): Promise<void> {
		const sql = connectDatabase(address);
		const directory = connectDatabase(home, { idleSeconds: 60 });
		const sweep = createDirectorySweep(sql, directory, name);
		let sweptAt = -Infinity;
		let failed = false;
		while (!signal.aborted) {
			try {
				await sql`select app.follow_home()`;
				await deleteLeaving(sql, directory, { name, signal });
				if (performance.now() - sweptAt >= sweepMs) {
					await sweep();
					sweptAt = performance.now();
				}
				failed = false;
			} catch (error) {
				if (!failed) log(`The cell ${name} cannot follow home: ${String(error)}`, 'error');
				failed = true;
			}
			await pause(followMs);
		}
		await Promise.all([sql.end(), directory.end()]);
	}

	function pause(ms: number): Promise<void> {
		return setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
	}

	async function startRetention(): Promise<Retention | undefined> {
		while (!signal.aborted) {
			try {
				return await keepRetention(address, log);
			} catch (error) {
				log(`Maintenance of the cell ${name} is tried again: ${String(error)}`, 'error');
				await pause(retryMs);
			}
		}
		return undefined;
	}
}
