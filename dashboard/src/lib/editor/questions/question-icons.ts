import Bell from '@lucide/svelte/icons/bell';
import Gauge from '@lucide/svelte/icons/gauge';
import ListChecks from '@lucide/svelte/icons/list-checks';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import MessageSquareText from '@lucide/svelte/icons/message-square-text';
import SquareCheck from '@lucide/svelte/icons/square-check';
import Star from '@lucide/svelte/icons/star';
import TextCursorInput from '@lucide/svelte/icons/text-cursor-input';
import ThumbsUp from '@lucide/svelte/icons/thumbs-up';
import type { Component } from 'svelte';

import type { QuestionType } from '#lib/prompt/question-types.ts';

export const questionIcons: Record<QuestionType, Component<{ class?: string }>> = {
	rating: Star,
	nps: Gauge,
	single_choice: CircleDot,
	multiple_choice: ListChecks,
	yes_no: ThumbsUp,
	short_text: TextCursorInput,
	long_text: MessageSquareText,
	consent: SquareCheck,
	message: Bell,
};
