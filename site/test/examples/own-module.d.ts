// Replaces the app's own modules, which examples import.
declare const own: any;
export default own;
export { own as App, own as appConfig, own as exportReport };
