import { commandFlags, globalFlags } from '../help.ts';
import { listOptions } from '../options.ts';
import { nounSummaries, registry } from '../registry.ts';
import type { Word, Words } from './words.ts';

/** The words of all commands, from the registry. */
export async function listWords(): Promise<Words> {
	const words: Words = new Map([['', []]]);
	const add = (path: string, word: Word) => {
		const list = words.get(path) ?? [];
		if (!list.some((known) => known.word === word.word)) words.set(path, [...list, word]);
	};
	for (const { name, summary, load } of registry) {
		const [noun = '', verb] = name.split(' ');
		add('', { word: noun, about: verb ? nounSummaries[noun]! : summary });
		if (verb) add(noun, { word: verb, about: summary });
		const command = await load();
		for (const { flag, description } of listOptions(command)) {
			if (flag) add(name, { word: flag, about: description });
		}
		for (const [term, about] of [...commandFlags(command), ...globalFlags]) {
			add(name, { word: /--[\w-]+/.exec(term)![0], about });
		}
	}
	for (const [term, about] of globalFlags) add('', { word: /--[\w-]+/.exec(term)![0], about });
	return words;
}
