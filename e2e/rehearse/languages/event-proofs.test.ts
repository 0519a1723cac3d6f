// The code on the page about event proofs, in each language as packaged by Debian, against the contract's vectors.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../../../server/layout/tree.ts';
import { type Debian, freshDebian } from '../fresh-debian.ts';
import { readCodeBlock } from '../read-code-block.ts';
import { languagePackages } from './packages.ts';

type Vectors = {
	keys: { kid: string; secret: string }[];
	claims: object;
	good: { name: string; token: string }[];
};

const vectors = JSON.parse(
	readFileSync(join(root, 'contract/vectors/event-proofs.json'), 'utf8'),
) as Vectors;
const { kid, secret } = vectors.keys[0]!;

/** Files beside the page's example, and the command that prints a proof of the claims on its input. */
const programs = [
	{
		language: 'Ruby',
		title: 'event_proof.rb',
		at: 'event_proof.rb',
		files: {
			'try.rb': `require_relative "event_proof"
puts event_proof(["${secret}"].pack("H*"), "${kid}", JSON.parse($stdin.read))
`,
		},
		run: 'ruby try.rb',
	},
	{
		language: 'Go',
		title: 'eventproof.go',
		at: 'eventproof/eventproof.go',
		files: {
			'go.mod': 'module example\n\ngo 1.21\n',
			'try.go': `package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"example/eventproof"
)

func main() {
	claims, _ := io.ReadAll(os.Stdin)
	secret, _ := hex.DecodeString("${secret}")
	proof, err := eventproof.Sign(secret, "${kid}", json.RawMessage(claims))
	if err != nil {
		panic(err)
	}
	fmt.Println(proof)
}
`,
		},
		run: 'go run try.go',
	},
	{
		language: 'PHP',
		title: 'event-proof.php',
		at: 'event-proof.php',
		files: {
			'try.php': `<?php
require 'event-proof.php';
$claims = json_decode(stream_get_contents(STDIN), true);
echo event_proof(hex2bin('${secret}'), '${kid}', $claims);
`,
		},
		run: 'php try.php',
	},
];

let debian: Debian;

beforeAll(async () => {
	debian = await freshDebian(languagePackages);
}, 600_000);

afterAll(() => debian?.remove());

test.each(programs)(
	'the code in $language creates the expected proof',
	async ({ language, title, at, files, run }) => {
		const folder = join('/root/proofs', language);
		mkdirSync(join(debian.folder, folder, 'eventproof'), { recursive: true });
		const given = { ...files, [at]: readCodeBlock('events/proofs', title) };
		for (const [name, text] of Object.entries(given)) {
			writeFileSync(join(debian.folder, folder, name), text);
		}
		writeFileSync(join(debian.folder, folder, 'claims.json'), JSON.stringify(vectors.claims));
		const output = await debian.run(`cd ${folder}; ${run} <claims.json`);
		expect(output.trim()).toBe(vectors.good.find(({ name }) => name === 'HS256')!.token);
	},
	300_000,
);
