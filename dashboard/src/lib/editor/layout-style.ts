// Classes that the editor and its skeleton share, so that nothing moves when the editor is drawn.

/** The sections, the fields, and the preview, which has room for a prompt in its true size. */
export const editorGrid =
	'grid grid-cols-1 items-start gap-x-6 gap-y-4 @3xl:grid-cols-[minmax(0,1fr)_minmax(20rem,28.5rem)] @5xl:grid-cols-[8.5rem_minmax(0,1fr)_28.5rem] @5xl:gap-x-5';

/** The height of the drawn page: lower on a laptop, so that the forecast below is in view. */
export const previewHeight = 'h-[clamp(19rem,100dvh-33rem,30rem)]';

/** The same with the bar above. */
export const previewSkeletonHeight = 'h-[calc(clamp(19rem,100dvh-33rem,30rem)+2.875rem)]';
