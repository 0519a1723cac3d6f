import type { PromptWords } from '../wire.ts';

export const ar: PromptWords = {
	close: 'إغلاق',
	back: 'السابق',
	next: 'التالي',
	skip: 'تخطٍّ',
	send: 'إرسال',
	yes: 'نعم',
	no: 'لا',
	required: 'يُرجى الإجابة عن هذا السؤال.',
	email: 'أدخل عنوان بريد إلكتروني مثل name@example.com.',
	url: 'أدخل عنوان ويب مثل example.com.',
	at_least: 'اختر {n} على الأقل.',
	at_most: 'اختر {n} على الأكثر.',
	other: 'يُرجى التوضيح',
	value: '{n} من {total}',
	step: 'السؤال {n} من {total}',
	left: 'الأحرف المتبقية: {n}',
	opened: 'رأيك يهمنا:',
	new_tab: 'يُفتح في علامة تبويب جديدة',
	thanks: 'شكرًا لك!',
};
