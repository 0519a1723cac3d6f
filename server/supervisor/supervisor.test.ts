import { expect, test } from 'vitest';

import { type Run, supervise } from './supervisor.ts';

type FakeRun = Run & { end(how: string): void };

// A part whose runs end when the test ends them.
function createPart(failures: Error[] = []) {
	const runs: FakeRun[] = [];
	const start = async (): Promise<Run> => {
		const failure = failures.shift();
		if (failure) throw failure;
		let end: (how: string) => void = () => undefined;
		const ended = new Promise<string>((resolve) => (end = resolve));
		const run = { ended, end, stop: async () => end('stopped'), kill: () => end('SIGKILL') };
		runs.push(run);
		return run;
	};
	return { runs, start };
}

test('a part that exits is restarted, with a line in the log', async () => {
	const part = createPart();
	const lines: string[] = [];
	const log = (line: string) => lines.push(line);
	const supervised = await supervise({ name: 'Deno', start: part.start, log, shortest: 1 });
	supervised.kill();
	await expect.poll(() => part.runs).toHaveLength(2);
	await expect.poll(() => supervised.state()).toBe('running');
	expect(lines).toEqual([
		'Deno ended (SIGKILL); starting it again in 0.001 s.',
		'Deno runs again.',
	]);
	await supervised.stop();
});

test('the delay grows up to a maximum while restarts fail, and a healthy run resets it', async () => {
	const part = createPart();
	const lines: string[] = [];
	let time = 0;
	const supervised = await supervise({
		name: 'Deno',
		start: part.start,
		log: (line) => lines.push(line),
		shortest: 1,
		longest: 4,
		healthyAfter: 1_000,
		now: () => time,
	});
	for (let i = 0; i < 4; i += 1) {
		part.runs[i]!.end('exit 1');
		await expect.poll(() => part.runs).toHaveLength(i + 2);
	}
	time = 1_000;
	part.runs[4]!.end('exit 1');
	await expect.poll(() => part.runs).toHaveLength(6);
	const waits = lines.flatMap((line) => /again in ([\d.]+) s/.exec(line)?.[1] ?? []);
	expect(waits).toEqual(['0.001', '0.002', '0.004', '0.004', '0.001']);
	await supervised.stop();
});

test('a restart that fails is tried again', async () => {
	const part = createPart();
	const lines: string[] = [];
	const starts = [part.start, () => Promise.reject(new Error('port taken')), part.start];
	const supervised = await supervise({
		name: 'Deno',
		start: () => starts.shift()!(),
		log: (line) => lines.push(line),
		shortest: 1,
	});
	supervised.kill();
	await expect.poll(() => part.runs).toHaveLength(2);
	expect(lines).toContain('Deno did not start: port taken; starting it again in 0.002 s.');
	await supervised.stop();
});

test('the first start must succeed', async () => {
	const { start } = createPart([new Error('no binary')]);
	await expect(supervise({ name: 'Deno', start, log() {} })).rejects.toThrow('no binary');
});

test('a stopped part is not started again', async () => {
	const part = createPart();
	const lines: string[] = [];
	const log = (line: string) => lines.push(line);
	const supervised = await supervise({ name: 'Deno', start: part.start, log, shortest: 1 });
	await supervised.stop();
	await part.runs[0]!.ended;
	expect(supervised.state()).toBe('stopped');
	expect(lines).toEqual([]);
	expect(part.runs).toHaveLength(1);
});

test('a stop during a restart stops the new run too', async () => {
	const part = createPart();
	let open: () => void = () => undefined;
	const gate = new Promise<void>((resolve) => (open = resolve));
	const starts = [part.start, () => gate.then(part.start)];
	const supervised = await supervise({
		name: 'Deno',
		start: () => starts.shift()!(),
		log() {},
		shortest: 1,
	});
	supervised.kill();
	await expect.poll(() => starts).toHaveLength(0);
	const stopped = supervised.stop();
	open();
	await stopped;
	expect(await part.runs[1]!.ended).toBe('stopped');
	expect(supervised.state()).toBe('stopped');
});

test('a stop does not wait for a restart that never ends', async () => {
	const part = createPart();
	const hang = (signal: AbortSignal) =>
		new Promise<Run>((_, reject) => {
			signal.addEventListener('abort', () => reject(new Error('given up')));
		});
	const starts = [part.start, hang];
	const lines: string[] = [];
	const supervised = await supervise({
		name: 'Deno',
		start: (signal) => starts.shift()!(signal),
		log: (line) => lines.push(line),
		shortest: 1,
	});
	supervised.kill();
	await expect.poll(() => starts).toHaveLength(0);
	await supervised.stop();
	expect(supervised.state()).toBe('stopped');
	expect(lines.join()).not.toContain('given up');
});

test('a part that is suspended does not run until it is resumed', async () => {
	const part = createPart();
	const supervised = await supervise({ name: 'Deno', start: part.start, log() {}, shortest: 1 });
	const bringBack = await supervised.takeDown();
	expect(supervised.state()).toBe('stopped');
	await bringBack();
	expect(supervised.state()).toBe('running');
	expect(part.runs).toHaveLength(2);
	await supervised.stop();
});

test('a part that does not respond is stopped and started again', async () => {
	const part = createPart();
	const lines: string[] = [];
	let hangs = false;
	const start = async (): Promise<Run> => ({
		...(await part.start()),
		probe: () => (hangs ? new Promise<never>(() => undefined) : Promise.resolve()),
		killHung() {
			hangs = false;
			part.runs.at(-1)!.end('killed');
		},
	});
	const log = (line: string) => lines.push(line);
	const probes = { probes: 2, probeEvery: 1, probeTimeout: 1 };
	const supervised = await supervise({ name: 'Deno', start, log, shortest: 1, ...probes });
	expect(await supervised.check()).toBe('running');
	hangs = true;
	await expect.poll(() => part.runs).toHaveLength(2);
	await expect.poll(() => supervised.state()).toBe('running');
	expect(lines).toEqual([
		'Deno did not answer 2 times; ending it.',
		'Deno ended (killed); starting it again in 0.001 s.',
		'Deno runs again.',
	]);
	await supervised.stop();
});

test('a part that responds again in between is not restarted, and its state is reported', async () => {
	const part = createPart();
	const answers = [false, true, false, true];
	let asked = 0;
	const start = async (): Promise<Run> => ({
		...(await part.start()),
		probe: () => {
			const answer = answers[asked++] ?? true;
			return answer ? Promise.resolve() : Promise.reject(new Error('no answer'));
		},
	});
	const probes = { probes: 2, probeEvery: 1 };
	const supervised = await supervise({ name: 'Deno', start, log() {}, ...probes });
	await expect.poll(() => asked).toBeGreaterThan(answers.length);
	expect(part.runs).toHaveLength(1);
	await supervised.stop();
	expect(await supervised.check()).toBe('stopped');
});

test('a part is replaced by another run, and ends once that has started', async () => {
	const part = createPart();
	const lines: string[] = [];
	let open: () => void = () => undefined;
	const gate = new Promise<void>((resolve) => (open = resolve));
	const starts = [part.start, () => gate.then(part.start)];
	const supervised = await supervise({
		name: 'Deno',
		start: () => starts.shift()!(),
		log: (line) => lines.push(line),
		shortest: 1,
	});
	let ended = false;
	void part.runs[0]!.ended.then(() => (ended = true));
	const replaced = supervised.replace();
	await expect.poll(() => starts).toHaveLength(0);
	expect(ended).toBe(false);
	open();
	await replaced;
	expect(await part.runs[0]!.ended).toBe('stopped');
	expect([supervised.state(), supervised.restarts(), lines]).toEqual(['running', 0, []]);
	part.runs[1]!.end('exit 1');
	await expect.poll(() => lines[0]).toContain('Deno ended (exit 1)');
	await supervised.stop();
});

test('when the other run does not start, the present one stays, and is restarted once when it ends', async () => {
	const part = createPart();
	const lines: string[] = [];
	const starts = [part.start, () => Promise.reject(new Error('no')), part.start];
	const log = (line: string) => lines.push(line);
	const start = () => starts.shift()!();
	const supervised = await supervise({ name: 'Deno', start, log, shortest: 1 });
	await expect(supervised.replace()).rejects.toThrow('no');
	expect(supervised.state()).toBe('running');
	part.runs[0]!.end('exit 1');
	await expect.poll(() => part.runs).toHaveLength(2);
	await expect.poll(() => supervised.state()).toBe('running');
	expect(lines).toEqual(['Deno ended (exit 1); starting it again in 0.001 s.', 'Deno runs again.']);
	await supervised.stop();
});

test('a stop during a replacement stops both runs', async () => {
	const part = createPart();
	let open: () => void = () => undefined;
	const gate = new Promise<void>((resolve) => (open = resolve));
	const starts = [part.start, () => gate.then(part.start)];
	const start = () => starts.shift()!();
	const supervised = await supervise({ name: 'Deno', start, log() {}, shortest: 1 });
	const replaced = supervised.replace();
	await expect.poll(() => starts).toHaveLength(0);
	const stopped = supervised.stop();
	open();
	await Promise.all([replaced, stopped]);
	expect(await Promise.all(part.runs.map(({ ended }) => ended))).toEqual(['stopped', 'stopped']);
	expect(supervised.state()).toBe('stopped');
});
