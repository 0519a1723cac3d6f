// Imported when it is used: the library reads the window while it is loaded. On servers, bundlers load every module.
export { createContext, destroyContext, domToCanvas } from 'modern-screenshot';
