import type { PromptWords } from '../wire.ts';

export const ja: PromptWords = {
	close: '閉じる',
	back: '戻る',
	next: '次へ',
	skip: 'スキップ',
	send: '送信',
	yes: 'はい',
	no: 'いいえ',
	required: 'この質問にお答えください。',
	email: 'name@example.com のようなメールアドレスを入力してください。',
	url: 'example.com のようなウェブアドレスを入力してください。',
	at_least: '{n} 個以上選んでください。',
	at_most: '{n} 個まで選べます。',
	other: '具体的にお書きください',
	value: '{total} 段階中 {n}',
	step: '質問 {n} / {total}',
	left: '残り {n} 文字',
	opened: 'ご意見をお聞かせください:',
	new_tab: '新しいタブで開きます',
	thanks: 'ありがとうございました。',
};
