/** Texts of a question that asks for a picture of the page. */
export type ScreenshotWords = {
	/** Label of the button that takes the picture. */
	add: string;
	/** What happens then. */
	hint: string;
	taking: string;
	added: string;
	/** Opens the picture again. */
	change: string;
	remove: string;
	removed: string;
	/** The page's own rules do not allow drawing it. */
	blocked: string;
	/** It could not be taken for another reason. */
	failed: string;
};

/** Texts of the dialog in which a visitor checks a picture. */
export type ReviewWords = {
	title: string;
	help: string;
	/** Name of the picture. */
	picture: string;
	/** Adds a black box. */
	cover: string;
	/** Name of a black box. */
	box: string;
	/** How the keyboard changes it. */
	keys: string;
	/** Its position, in percent. */
	position: string;
	/** Its size, in percent. */
	size: string;
	uncovered: string;
	undo: string;
	retake: string;
	/** Closes the dialog without a picture. */
	cancel: string;
	use: string;
	/** When the picture is sent. */
	consent: string;
	sending: string;
	/** There is no connection. */
	offline: string;
	/** The service does not accept the picture. */
	refused: string;
};

/** By language. */
export const screenshotWords: Readonly<Record<string, ScreenshotWords>> = {
	ar: {
		add: 'إضافة صورة لهذه الصفحة',
		hint: 'تُحجب حقول النص، وسترى الصورة قبل إرسالها.',
		taking: 'جارٍ التقاط الصورة…',
		added: 'أُضيفت الصورة',
		change: 'تعديل الصورة',
		remove: 'إزالة الصورة',
		removed: 'أُزيلت الصورة',
		blocked: 'لا تسمح هذه الصفحة بالتقاط صورة لها. يمكنك المتابعة بدونها.',
		failed: 'تعذّر التقاط الصورة. يمكنك المحاولة مجددًا أو المتابعة بدونها.',
	},
	de: {
		add: 'Bild dieser Seite hinzufügen',
		hint: 'Eingabefelder werden geschwärzt. Sie sehen das Bild, bevor es gesendet wird.',
		taking: 'Das Bild wird aufgenommen …',
		added: 'Bild hinzugefügt',
		change: 'Bild bearbeiten',
		remove: 'Bild entfernen',
		removed: 'Bild entfernt',
		blocked: 'Diese Seite lässt keine Bilder zu. Sie können ohne Bild fortfahren.',
		failed:
			'Das Bild konnte nicht aufgenommen werden. Versuchen Sie es noch einmal oder fahren Sie ohne Bild fort.',
	},
	en: {
		add: 'Add a picture of this page',
		hint: 'Text fields are blacked out. You see the picture before it is sent.',
		taking: 'Taking the picture…',
		added: 'Picture added',
		change: 'Edit picture',
		remove: 'Remove picture',
		removed: 'Picture removed',
		blocked: 'This page does not allow pictures. You can go on without one.',
		failed: 'The picture could not be taken. Try again, or go on without it.',
	},
	es: {
		add: 'Añadir una imagen de esta página',
		hint: 'Los campos de texto se tapan en negro. Verá la imagen antes de enviarla.',
		taking: 'Capturando la imagen…',
		added: 'Imagen añadida',
		change: 'Editar la imagen',
		remove: 'Quitar la imagen',
		removed: 'Imagen quitada',
		blocked: 'Esta página no permite imágenes. Puede continuar sin ella.',
		failed: 'No se ha podido capturar la imagen. Inténtelo de nuevo o continúe sin ella.',
	},
	fr: {
		add: 'Ajouter une image de cette page',
		hint: 'Les champs de texte sont noircis. Vous voyez l’image avant son envoi.',
		taking: 'Capture de l’image…',
		added: 'Image ajoutée',
		change: 'Modifier l’image',
		remove: 'Retirer l’image',
		removed: 'Image retirée',
		blocked: 'Cette page n’autorise pas les images. Vous pouvez continuer sans image.',
		failed: 'L’image n’a pas pu être capturée. Réessayez, ou continuez sans image.',
	},
	ja: {
		add: 'このページの画像を追加',
		hint: '入力欄は黒く塗りつぶされます。送信前に画像を確認できます。',
		taking: '画像を撮影しています…',
		added: '画像を追加しました',
		change: '画像を編集',
		remove: '画像を削除',
		removed: '画像を削除しました',
		blocked: 'このページでは画像を撮影できません。画像なしで続けられます。',
		failed: '画像を撮影できませんでした。もう一度試すか、画像なしで続けてください。',
	},
};

/** By language. */
export const reviewWords: Readonly<Record<string, ReviewWords>> = {
	ar: {
		title: 'راجع الصورة',
		help: 'حقول النص محجوبة بالفعل. اسحب فوق أي شيء آخر تريد حجبه.',
		picture: 'صورة هذه الصفحة',
		cover: 'حجب منطقة',
		box: 'المستطيل الأسود {n} من {total}',
		keys: 'مفاتيح الأسهم تحرّك المستطيل، ومع Shift تغيّر حجمه، وDelete يزيله.',
		position: '{n}% من اليسار، {total}% من الأعلى',
		size: 'العرض {n}%، الارتفاع {total}%',
		uncovered: 'أُزيل المستطيل',
		undo: 'تراجع',
		retake: 'التقاط من جديد',
		cancel: 'إلغاء',
		use: 'استخدام الصورة',
		consent: 'تُرسل الصورة عندما تختار «استخدام الصورة».',
		sending: 'جارٍ إرسال الصورة…',
		offline: 'لا يوجد اتصال. حاول مجددًا؛ إجاباتك محفوظة.',
		refused: 'لم تُقبل الصورة. يمكنك المتابعة بدونها.',
	},
	de: {
		title: 'Bild prüfen',
		help: 'Eingabefelder sind bereits geschwärzt. Ziehen Sie über alles, was Sie außerdem schwärzen möchten.',
		picture: 'Bild dieser Seite',
		cover: 'Bereich schwärzen',
		box: 'Geschwärzter Bereich {n} von {total}',
		keys: 'Pfeiltasten verschieben einen Bereich, mit Umschalt ändern sie seine Größe, Entf entfernt ihn.',
		position: '{n} % von links, {total} % von oben',
		size: '{n} % breit, {total} % hoch',
		uncovered: 'Bereich entfernt',
		undo: 'Rückgängig',
		retake: 'Neu aufnehmen',
		cancel: 'Abbrechen',
		use: 'Bild verwenden',
		consent: 'Das Bild wird gesendet, wenn Sie „Bild verwenden“ wählen.',
		sending: 'Das Bild wird gesendet …',
		offline: 'Keine Verbindung. Versuchen Sie es noch einmal; Ihre Antworten bleiben erhalten.',
		refused: 'Das Bild wurde nicht angenommen. Sie können ohne Bild fortfahren.',
	},
	en: {
		title: 'Check your picture',
		help: 'Text fields are already black. Drag across anything else that you want to black out.',
		picture: 'Picture of this page',
		cover: 'Black out an area',
		box: 'Black box {n} of {total}',
		keys: 'Arrow keys move a box, with Shift they change its size, Delete removes it.',
		position: '{n}% from the left, {total}% from the top',
		size: '{n}% wide, {total}% high',
		uncovered: 'Box removed',
		undo: 'Undo',
		retake: 'Take again',
		cancel: 'Cancel',
		use: 'Use picture',
		consent: 'The picture is sent when you choose “Use picture”.',
		sending: 'Sending the picture…',
		offline: 'No connection. Try again; your answers are kept.',
		refused: 'The picture was not accepted. You can go on without it.',
	},
	es: {
		title: 'Revise la imagen',
		help: 'Los campos de texto ya están en negro. Arrastre sobre lo demás que quiera tapar.',
		picture: 'Imagen de esta página',
		cover: 'Tapar una zona',
		box: 'Zona tapada {n} de {total}',
		keys: 'Las flechas mueven una zona, con Mayús cambian su tamaño y Supr la quita.',
		position: '{n} % desde la izquierda, {total} % desde arriba',
		size: '{n} % de ancho, {total} % de alto',
		uncovered: 'Zona quitada',
		undo: 'Deshacer',
		retake: 'Repetir',
		cancel: 'Cancelar',
		use: 'Usar la imagen',
		consent: 'La imagen se envía cuando elige «Usar la imagen».',
		sending: 'Enviando la imagen…',
		offline: 'Sin conexión. Inténtelo de nuevo; sus respuestas se conservan.',
		refused: 'La imagen no se ha aceptado. Puede continuar sin ella.',
	},
	fr: {
		title: 'Vérifiez l’image',
		help: 'Les champs de texte sont déjà noircis. Faites glisser sur tout ce que vous voulez masquer en plus.',
		picture: 'Image de cette page',
		cover: 'Noircir une zone',
		box: 'Zone noircie {n} sur {total}',
		keys: 'Les flèches déplacent une zone, avec Maj elles changent sa taille, Suppr la retire.',
		position: '{n} % depuis la gauche, {total} % depuis le haut',
		size: '{n} % de large, {total} % de haut',
		uncovered: 'Zone retirée',
		undo: 'Annuler la modification',
		retake: 'Reprendre',
		cancel: 'Annuler',
		use: 'Utiliser l’image',
		consent: 'L’image est envoyée lorsque vous choisissez « Utiliser l’image ».',
		sending: 'Envoi de l’image…',
		offline: 'Pas de connexion. Réessayez ; vos réponses sont conservées.',
		refused: 'L’image n’a pas été acceptée. Vous pouvez continuer sans elle.',
	},
	ja: {
		title: '画像の確認',
		help: '入力欄はすでに黒く塗りつぶされています。ほかに隠したい部分があれば、ドラッグしてください。',
		picture: 'このページの画像',
		cover: '範囲を黒く塗る',
		box: '黒い範囲 {n}/{total}',
		keys: '矢印キーで移動、Shift＋矢印キーでサイズ変更、Delete で削除します。',
		position: '左から {n}%、上から {total}%',
		size: '幅 {n}%、高さ {total}%',
		uncovered: '範囲を削除しました',
		undo: '元に戻す',
		retake: '撮り直す',
		cancel: 'キャンセル',
		use: '画像を使う',
		consent: '「画像を使う」を選ぶと画像が送信されます。',
		sending: '画像を送信しています…',
		offline: '接続がありません。もう一度試してください。回答は保存されています。',
		refused: '画像は受け付けられませんでした。画像なしで続けられます。',
	},
};
