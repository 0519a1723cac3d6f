// Classes of the parts of a menu.

export const menuContent =
	'z-30 w-64 max-w-[calc(100vw-2rem)] rounded-xl border bg-raised p-1 shadow-lg shadow-black/10 focus-visible:outline-none';
export const menuItem =
	'flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 select-none data-highlighted:bg-highlight focus-visible:outline-none';
export const menuLabel = 'px-2.5 pt-1.5 pb-1 text-sm text-faint';
