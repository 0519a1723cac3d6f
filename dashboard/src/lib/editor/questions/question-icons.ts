import Bell from 'icons/bell';
import Image from 'icons/image';
import Gauge from 'icons/gauge';
import ListChecks from 'icons/list-checks';
import CircleDot from 'icons/circle-dot';
import MessageSquareText from 'icons/message-square-text';
import SquareCheck from 'icons/square-check';
import Star from 'icons/star';
import TextCursorInput from 'icons/text-cursor-input';
import ThumbsUp from 'icons/thumbs-up';
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
	screenshot: Image,
};
