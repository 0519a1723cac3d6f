/** Folder of the data folder in which functions store files. */
export const filesFolder = 'files';
